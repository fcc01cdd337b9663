//! Who one is, the board of the day, notifications, tables that count.

use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::offline::settled;
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

pub(crate) fn a_ranked_try_stands_on_the_board(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let ada = stage.visit(Window::PHONE.in_language("fr"), &site, "#/settings")?;
    in_a_hurry(&ada, &site.address("#/settings"))?;
    ada.go(&site.address("#/"))?;
    // One card with both ways, and each says what it counts for.
    let ways = ada.text("[data-daily]")?;
    for words in [
        "Pour ta série",
        "pas au classement",
        "Pour le classement",
        "l’un ne change rien à l’autre",
    ] {
        ensure!(ways.contains(words), "{words} is missing: {ways}");
    }
    ada.find("[data-way=ranked][data-ranked=open]")?;
    ada.tap("[data-do=board]")?;
    ada.find("main[data-page=board] [data-board=here]")?;
    let day = ada.attribute("[data-board=here]", "data-day")?;
    ada.replace_text("[data-field=name]", "Ada")?;
    ada.tap("[data-do=try]")?;
    ada.find("main[data-page=play][data-awaits]")?;
    ensure!(!ada.has("[data-do=hint]")?, "there is help at a ranked try");
    let hands = Hands::new(&ada, 71);
    hands.play_until(|seen| seen.step > 6)?;
    // It goes on where it was, also from the board. The challenge on this device is still to be played.
    ada.go(&site.address("#/"))?;
    ada.find("[data-way=ranked][data-ranked=begun]")?;
    ada.find("[data-way=own] [data-do=daily].primary")?;
    ada.go(&site.address("#/board"))?;
    ada.tap("[data-do=go-on]")?;
    ada.find("main[data-page=play][data-awaits]")?;
    hands.play_to_the_end()?;
    ada.find("[data-finish]")?;
    let points = ada.text("[data-total='1']")?.trim().to_owned();
    ensure!(!ada.has("[data-do=rematch]")?, "a ranked try has a rematch");
    ada.tap("[data-do=board]")?;
    ada.until("the result stands on the board", || {
        if ada.has("tr[data-you=true]")? {
            return Ok(Some(()));
        }
        thread::sleep(Duration::from_millis(500));
        ada.reload()?;
        ada.find("[data-board=here]")?;
        Ok(None)
    })?;
    ensure!(
        ada.text("tr[data-you=true] [data-points]")?.trim() == points,
        "other points on the board"
    );
    ada.find("[data-tried]")?;
    ensure!(
        !ada.has("[data-do=try]")? && !ada.has("[data-seed]")?,
        "there is a second try, or the seed"
    );
    ada.go(&site.address("#/"))?;
    ada.find("[data-way=ranked][data-ranked=done]")?;
    ada.find("[data-way=own] [data-do=daily].primary")?;
    // Somebody else sees it, and it is not theirs.
    let bo = stage.visit(Window::DESK, &site, &format!("#/board/{day}"))?;
    bo.find("tr[data-you=false]")?;
    ensure!(
        bo.text("tr[data-you=false]")?.contains("Ada"),
        "Ada is not on the board"
    );
    bo.find("[data-do=try]")?;
    bo.tap("[data-do=day-before]")?;
    bo.find("[data-board=here][data-over=true]")?;
    bo.find("[data-seed]")?;
    // Without a server there is none, and the page says so.
    let still = stage.static_site()?;
    let page = stage.visit(Window::PHONE, &still, "#/board")?;
    page.find("[data-board=static]")?;
    // The browser tells its console that there is none.
    let _ = page.complaints();
    stage.all_go_home()
}

/// Somebody gives their name.
fn known(page: &BrowserPage<'_>, name: &str) -> Result<()> {
    page.find("[data-me=nobody]")?;
    page.replace_text("[data-field=name]", name)?;
    page.tap("[data-do=name-me]")?;
    page.find(&format!("[data-me=known][data-name='{name}']"))?;
    Ok(())
}

pub(crate) fn who_one_is_moves_to_another_device(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let phone = stage.visit(Window::PHONE.in_language("de"), &site, "#/settings")?;
    phone.tap("[data-do=me]")?;
    known(&phone, "Ada")?;
    phone.tap("[data-do=show-me]")?;
    let link = phone.read("return document.querySelector('[data-link=me]').value")?;
    let link = link.as_str().context("no link")?.to_owned();
    // By link.
    let desk = stage.window(Window::DESK)?;
    desk.go(&link)?;
    desk.find("[data-offer]")?;
    ensure!(!desk.address()?.contains("k="), "the key stays in the address");
    desk.tap("[data-do=take-me]")?;
    desk.find("[data-me=known][data-name='Ada']")?;
    // By file, into a browser that is somebody else already.
    let key = link.rsplit_once("k=").context("no key")?.1.to_owned();
    let other = stage.visit(Window::PHONE, &site, "#/me")?;
    known(&other, "Eve")?;
    choose_file(&other, "not a key")?;
    other.find("[data-alert]")?;
    choose_file(&other, &format!("finaud player {key}\n"))?;
    other.find("[data-offer]")?;
    other.tap("[data-do=take-me]")?;
    other.find("[data-me=known][data-name='Ada']")?;
    // A damaged link changes nothing.
    other.go(&site.address("#/me/k=123"))?;
    other.find("[data-alert]")?;
    other.find("[data-me=known][data-name='Ada']")?;
    stage.all_go_home()
}

/// Chooses a file with this text where one is asked for.
fn choose_file(page: &BrowserPage<'_>, text: &str) -> Result<()> {
    page.find("[data-import=me]")?;
    page.read_with(
        "const files = new DataTransfer(); files.items.add(new File([arguments[0]], 'finaud-player.txt')); \
         const input = document.querySelector('[data-import=me]'); input.files = files.files; \
         input.dispatchEvent(new Event('change', { bubbles: true }));",
        &json!([text]),
    )?;
    Ok(())
}

pub(crate) fn my_data_are_deleted(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/me")?;
    known(&page, "Ada")?;
    page.tap("[data-do=delete-me]")?;
    // One tap is not enough.
    page.find("[data-me=known]")?;
    // Nor are two in the same place.
    page.tap("[data-do=keep-me]")?;
    page.gone("[data-do=delete-me-now]")?;
    page.tap("[data-do=delete-me]")?;
    page.tap("[data-do=delete-me-now]")?;
    page.find("[data-me=nobody]")?;
    page.find("[data-told]")?;
    page.reload()?;
    page.find("[data-me=nobody]")?;
    let kept = page.read("return localStorage.getItem('finaud.me')")?;
    ensure!(kept.is_null(), "the key is still on the device: {kept}");
    stage.all_go_home()
}

/// A browser that can be pushed to: the one at hand has no push service behind it.
const PUSH_SERVICE: &str = "
    const keys = { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
                   auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
    const subscription = { endpoint: 'https://push.example/story', unsubscribe: async () => { kept = null; },
                           toJSON: () => ({ endpoint: 'https://push.example/story', keys }) };
    let kept = null;
    if (window.PushManager) {
        PushManager.prototype.getSubscription = async () => kept;
        PushManager.prototype.subscribe = async (options) => {
            window.asked = { visible: options.userVisibleOnly, key: options.applicationServerKey.length };
            return kept = subscription;
        };
    }
    let permission = 'default';
    window.prompts = 0;
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => { window.prompts += 1; return permission = 'granted'; };
";

/// Opens a table at which one sits alone.
fn open_table(page: &BrowserPage<'_>, site: &AppServer) -> Result<String> {
    page.go(&site.address("#/friends"))?;
    page.find("main[data-page=friends]")?;
    page.replace_text("[data-field=name]", "Ada")?;
    page.tap("[data-do=pace-days]")?;
    page.tap("[data-do=open-table]")?;
    page.find("main[data-stage=room][data-seat='1']")?;
    let address = page.address()?;
    let table = address.rsplit_once("#/t/").context("no table")?.1;
    Ok(table.to_owned())
}

pub(crate) fn notifications_are_offered_and_never_forced(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE.in_language("fr"))?;
    page.before_the_app(PUSH_SERVICE)?;
    page.go(&site.address("#/"))?;
    settled(&page)?;
    open_table(&page, &site)?;
    page.find("[data-notify=off]")?;
    ensure!(
        page.read("return window.prompts")? == 0,
        "somebody is asked without a tap"
    );
    page.tap("[data-do=notify]")?;
    page.find("[data-notify=on]")?;
    ensure!(
        page.read("return window.prompts")? == 1,
        "the browser was not asked once"
    );
    ensure!(
        page.read("return window.asked")? == json!({ "visible": true, "key": 65 }),
        "the subscription is not for the key of the server"
    );
    page.tap("[data-do=notify-off]")?;
    page.find("[data-notify=off]")?;
    stage.all_go_home()
}

pub(crate) fn a_push_becomes_a_notification(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/")?;
    let origin = site.address("");
    let origin = origin.trim_end_matches('/');
    page.cdp(
        "Browser.grantPermissions",
        &json!({ "origin": origin, "permissions": ["notifications"] }),
    )?;
    settled(&page)?;
    page.cdp("ServiceWorker.enable", &json!({}))?;
    let push = |data: &str| -> Result<()> {
        // The browser numbers what it has registered; this profile is new.
        for registration in 0..8 {
            let params =
                json!({ "origin": origin, "registrationId": registration.to_string(), "data": data });
            page.cdp("ServiceWorker.deliverPushMessage", &params)?;
        }
        Ok(())
    };
    let shown = || {
        let script = "const done = arguments[0]; navigator.serviceWorker.ready.then((ready) => ready.getNotifications()) \
             .then((all) => done(all.filter((one) => one.tag.startsWith('finaud ')).map((one) => [one.tag, one.body, one.data?.hash])));";
        // The browser shows one of its own where a push shows nothing.
        thread::sleep(Duration::from_millis(500));
        page.read_later(script)
    };
    push("rubbish")?;
    push(
        "{\"v\":1,\"table\":\"<script>\",\"game\":\"push\",\"name\":\"x\",\"what\":\"waits\",\"lang\":\"fr\"}",
    )?;
    let notice = |what: &str| {
        json!({ "v": 1, "table": "0123456789abcdef", "game": "push", "name": "Ada", "what": what, "lang": "fr" })
            .to_string()
    };
    push(&notice("waits"))?;
    page.until("a notification is shown", || {
        let all = shown()?;
        Ok((all
            == json!([[
                "finaud 0123456789abcdef",
                "À toi de jouer, Ada.",
                "#/t/0123456789abcdef"
            ]]))
        .then_some(()))
    })?;
    // The second one takes the place of the first one.
    push(&notice("presses"))?;
    page.until("the notification is replaced", || {
        let all = shown()?;
        let bodies = all.as_array().map_or(0, Vec::len);
        let pressing = all[0][1]
            .as_str()
            .is_some_and(|body| body.contains("il ne reste plus"));
        Ok((bodies == 1 && pressing).then_some(()))
    })?;
    stage.all_go_home()
}

pub(crate) fn a_table_counts_if_everybody_agrees(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let ada = stage.visit(Window::PHONE.in_language("fr"), &site, "#/friends")?;
    ada.replace_text("[data-field=name]", "Ada")?;
    ada.tap("[data-do=game-push]")?;
    ada.tap("[data-do=rated]")?;
    ada.tap("[data-do=open-table]")?;
    ada.find("main[data-stage=room] [data-rated=true]")?;
    let link = ada.read("return document.querySelector('[data-link=join]').value")?;
    let bo = stage.window(Window::PHONE)?;
    bo.go(link.as_str().context("no link")?)?;
    bo.replace_text("[data-field=name]", "Bo")?;
    bo.tap("[data-do=sit]")?;
    bo.find("main[data-stage=room][data-seat='2'] [data-rated=false]")?;
    ada.find("[data-missing='1']")?;
    // How strong a bot is, is known; of whoever has not played, nothing is said.
    ada.tap("[data-do=more-chairs]")?;
    ada.find("[data-do=add-bot][data-seat='3']")?;
    ada.read(
        "const select = document.querySelector(\"[data-do=add-bot][data-seat='3']\"); select.value = 'club'; \
         select.dispatchEvent(new Event('change', { bubbles: true }));",
    )?;
    for page in [&ada, &bo] {
        page.find("[data-person=bot][data-seat='3'] [data-rating='1500']")?;
        ensure!(
            !page.has("[data-person=here] [data-rating]")?,
            "somebody who has not played has a rating"
        );
    }
    bo.tap("[data-do=agree]")?;
    for page in [&ada, &bo] {
        page.until("everybody has agreed", || {
            Ok(page.has("[data-missing='0']")?.then_some(()))
        })?;
    }
    ada.tap("[data-do=begin]:not([disabled])")?;
    for page in [&ada, &bo] {
        page.find("main[data-page=play]")?;
        page.tap("[data-do=people]")?;
        page.find(".table-people [data-seat='3'] [data-rating='1500']")?;
    }
    stage.all_go_home()
}
