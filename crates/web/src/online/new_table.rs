//! A new table for friends who sit elsewhere.

use finaud_online::wire::{Open, VERSION};
use finaud_online::{CommandId, Late, Opening, Pace, Settings};
use finaud_table::read_sheet;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::identity;
use super::keys::{new_command, new_key};
use super::server::{self, NotOpened, Server};
use super::sheets;
use super::table::sentence;
use crate::catalog;
use crate::choices::{ChoiceItem, Choices, Switch};
use crate::describe::describe;
use crate::fetch::{self, Texts};
use crate::lazy;
use crate::messages::{language, t};
use crate::my_tables::MyTable;
use crate::new_game::{LONGEST_NAME, PUSH, clean_name, name_of, players_of};
use crate::own_sheets::{self, OwnSheet};
use crate::pages::setup::{Alert, BackHome};
use crate::route::{self, Route};
use crate::settings::settings;

/// How much time there can be for a decision: live in seconds, slowly in hours.
const SECONDS: [u32; 3] = [30, 60, 180];
const HOURS: [u32; 4] = [24, 48, 72, 168];

/// A new table.
#[component]
pub fn NewTable() -> impl IntoView {
    let server = RwSignal::new(None::<Server>);
    let look = move || {
        server.set(None);
        spawn_local(async move {
            let found = server::look().await;
            server.try_set(Some(found));
        });
    };
    look();
    let texts = Memo::new(|_| fetch::long_texts(language()));
    let form = Form::new();
    let inside = move || {
        match (texts.get(), server.get()) {
        (Texts::Missing, _) => told(t("common.not-loaded"), "missing"),
        (Texts::Coming, _) | (_, None) => told(t("common.loading"), "coming"),
        (_, Some(Server::Static)) => view! {
            {told(t("friends.static"), "static")}
            <p class="row"><a class="button primary" href=Route::Home.hash()>{t("common.home")}</a></p>
        }
        .into_any(),
        (_, Some(Server::Silent)) => view! {
            {told(t("friends.silent"), "silent")}
            <p class="row"><button type="button" class="button primary" data-do="again" on:click=move |_| look()>{t("common.try_again")}</button></p>
        }
        .into_any(),
        (_, Some(Server::Here(_))) => form.view(),
    }
    };
    view! {
        <main id="content" class="setup friends" data-page="friends">
            <header class="page-head"><BackHome/><h1>{t("home.friends.title")}</h1></header>
            {inside}
        </main>
    }
    .into_any()
}

fn told(what: &'static str, mark: &'static str) -> AnyView {
    view! { <p class="card" role="status" data-server=mark>{what}</p> }.into_any()
}

/// What is being agreed.
#[derive(Clone, Copy)]
struct Form {
    name: RwSignal<String>,
    /// Which one: of the games, then of the sheets of one's own.
    game: RwSignal<usize>,
    own: RwSignal<Vec<OwnSheet>>,
    players: RwSignal<usize>,
    risk: RwSignal<bool>,
    pace: RwSignal<usize>,
    seconds: RwSignal<usize>,
    hours: RwSignal<usize>,
    hints: RwSignal<bool>,
    rated: RwSignal<bool>,
    /// Sent again, the same command opens the same table.
    command: StoredValue<Option<(CommandId, finaud_online::Key, finaud_online::Key)>>,
    busy: RwSignal<bool>,
    alert: RwSignal<Option<String>>,
}

fn games() -> Vec<&'static str> {
    catalog::games().iter().map(|game| game.id.as_str()).collect()
}

impl Form {
    fn new() -> Form {
        let form = Form {
            name: RwSignal::new(settings().name.get_untracked()),
            game: RwSignal::new(0),
            own: RwSignal::new(Vec::new()),
            players: RwSignal::new(2),
            risk: RwSignal::new(false),
            pace: RwSignal::new(0),
            seconds: RwSignal::new(1),
            hours: RwSignal::new(1),
            hints: RwSignal::new(true),
            rated: RwSignal::new(false),
            command: StoredValue::new(None),
            busy: RwSignal::new(false),
            alert: RwSignal::new(None),
        };
        // What was changed is another table.
        Effect::new(move |_| {
            for number in [form.game, form.players, form.pace, form.seconds, form.hours] {
                number.track();
            }
            for switch in [form.risk, form.hints, form.rated] {
                switch.track();
            }
            form.name.track();
            form.command.set_value(None);
            form.alert.set(None);
        });
        form.offer_own();
        form
    }

    /// Offers the sheets of one's own; whoever comes with one from the workshop wants that.
    fn offer_own(self) {
        let handed = own_sheets::handed().and_then(|text| {
            let sheet = read_sheet(&text).ok()?;
            Some(OwnSheet {
                id: sheet.id,
                name: sheet.name,
                text,
            })
        });
        if let Some(sheet) = handed.clone() {
            self.own.set(vec![sheet]);
            self.game.set(games().len());
        }
        lazy::own_sheets(Callback::new(move |mut sheets: Vec<OwnSheet>| {
            if let Some(first) = &handed {
                sheets.retain(|sheet| sheet.id != first.id);
                sheets.insert(0, first.clone());
            }
            self.own.try_set(sheets);
        }));
    }

    /// The sheet of one's own that is chosen.
    fn own_sheet(self) -> Option<OwnSheet> {
        let place = self.game.get().checked_sub(games().len())?;
        self.own.with(|own| own.get(place).cloned())
    }

    fn game_id(self) -> String {
        match games().get(self.game.get()) {
            Some(game) => (*game).to_owned(),
            None => self.own_sheet().map_or_else(|| PUSH.to_owned(), |own| own.id),
        }
    }

    /// How many may play: at least two, since alone one needs no table.
    fn counts(self) -> Vec<usize> {
        let range = players_of(&self.game_id());
        ((*range.start()).max(2)..=*range.end()).collect()
    }

    /// Are there ratings at this game?
    fn may_be_rated(self) -> bool {
        let entry = catalog::games().get(self.game.get());
        entry.is_some_and(|game| game.about.rating.is_some())
    }

    fn is_rated(self) -> bool {
        self.rated.get() && self.may_be_rated()
    }

    fn settings(self) -> Settings {
        let counts = self.counts();
        let players = self.players.get().clamp(counts[0], counts[counts.len() - 1]);
        let mut agreed = Settings::plain(&self.game_id(), players as u8);
        if agreed.game == PUSH && self.risk.get() && !self.is_rated() {
            agreed.options.push(("variant".into(), "risk".into()));
        }
        agreed.pace = match self.pace.get() {
            1 => Pace::Live {
                seconds: SECONDS[self.seconds.get() % SECONDS.len()],
            },
            2 => Pace::Days {
                hours: HOURS[self.hours.get() % HOURS.len()],
            },
            _ => Pace::Free,
        };
        agreed.late = Late::Offer;
        agreed.rated = self.is_rated();
        // A rating says how somebody plays without help.
        agreed.hints = self.hints.get() && !agreed.rated;
        agreed
    }

    fn open(self) {
        let name = clean_name(&self.name.get_untracked());
        if name.is_empty() {
            self.alert.set(Some(t("friends.name_missing").into()));
            return;
        }
        settings().name.set(name.clone());
        let kept = self.command.get_value();
        let (id, key, join) = kept.unwrap_or_else(|| (new_command(), new_key(), new_key()));
        self.command.set_value(Some((id, key, join)));
        let own = untrack(|| self.own_sheet());
        let mut wanted = Open {
            v: VERSION,
            id,
            opening: Opening {
                settings: untrack(|| self.settings()),
                name,
                key: key.hash(),
                join: join.hash(),
            },
        };
        self.busy.set(true);
        self.alert.set(None);
        spawn_local(async move {
            let posted = match &own {
                Some(own) => sheets::post(own, wanted.opening.settings.players).await.map(Some),
                None => Ok(None),
            };
            let opened = match posted {
                Ok(posted) => {
                    wanted.opening.settings.sheet = posted.map(|posted| posted.sheet);
                    wanted.opening.settings.weights = posted.and_then(|posted| posted.weights);
                    server::open(&wanted).await
                }
                Err(why) => Err(why),
            };
            self.busy.try_set(false);
            match opened {
                Ok(table) => {
                    let mut mine = MyTable::new(&table.to_string());
                    mine.key = Some(String::from(key));
                    mine.join = Some(String::from(join));
                    mine.game.clone_from(&wanted.opening.settings.game);
                    mine.sheet = wanted.opening.settings.sheet.map(|sheet| sheet.to_string());
                    if let (Some(own), Some(hash)) = (own, &wanted.opening.settings.sheet) {
                        sheets::keep(hash, &own.text);
                        mine.sheet_name = Some(own.name);
                    }
                    mine.seat = Some(0);
                    mine.save();
                    if wanted.opening.settings.rated {
                        // Whoever opens a table that counts agrees that it does; if that is lost, the room offers it again.
                        let _ = identity::introduce(&wanted.opening.name).await
                            && identity::sit(table, &String::from(key), Some(true)).await;
                    }
                    route::go(&Route::Table(table.to_string()));
                }
                Err(why) => {
                    let told = match why {
                        NotOpened::Silent => t("friends.silent").to_owned(),
                        NotOpened::Refused(why) => sentence(&describe(&why.message())),
                    };
                    self.alert.try_set(Some(told));
                }
            }
        });
    }

    fn view(self) -> AnyView {
        let submit = move |event: leptos::ev::SubmitEvent| {
            event.prevent_default();
            if !self.busy.get_untracked() {
                self.open();
            }
        };
        view! {
            <form class="setup-form" on:submit=submit>
                <div class="setup-column">
                    <section class="card setting">
                        <div class="field">
                            <label for="friends-name">{t("friends.name")}</label>
                            <input id="friends-name" type="text" maxlength=LONGEST_NAME autocomplete="nickname" data-field="name"
                                prop:value=move || self.name.get() on:input=move |event| self.name.set(event_target_value(&event))/>
                        </div>
                    </section>
                    {self.which()}
                </div>
                <div class="setup-column">
                    {self.time()}
                    {self.help()}
                </div>
                <div class="setup-start">
                    <Alert alert=self.alert/>
                    <button type="submit" class="button primary" data-do="open-table" disabled=move || self.busy.get()>{t("friends.open")}</button>
                </div>
            </form>
        }
        .into_any()
    }

    fn which(self) -> AnyView {
        let games = games()
            .into_iter()
            .map(|game| ChoiceItem::new(format!("game-{game}"), name_of(game)))
            .collect();
        let players = move || {
            let counts = self.counts();
            let items = counts
                .iter()
                .map(|count| ChoiceItem::new(format!("players-{count}"), count.to_string()))
                .collect();
            let least = counts[0];
            let most = counts.len() - 1;
            let chosen = Signal::derive(move || self.players.get().saturating_sub(least).min(most));
            view! { <Choices label=t("friends.players") choices=items chosen=chosen choose=move |index: usize| self.players.set(least + index)/> }
        };
        let variant = move || {
            (self.game_id() == PUSH).then(|| {
                let items = vec![
                    ChoiceItem::new("variant-standard", t("setup.variant.standard")),
                    ChoiceItem::new("variant-risk", t("setup.variant.risk")),
                ];
                let chosen = Signal::derive(move || usize::from(self.risk.get()));
                let about = move || match self.risk.get() {
                    true => t("setup.variant.risk_about"),
                    false => t("setup.variant.standard_about"),
                };
                view! {
                    <h3>{t("setup.variant.title")}</h3>
                    <Choices label=t("setup.variant.title") choices=items chosen=chosen choose=move |index: usize| self.risk.set(index == 1)/>
                    <p class="setting-why" aria-live="polite" data-variant-about>{about}</p>
                }
            })
        };
        view! {
            <section class="card setting" aria-labelledby="friends-game">
                <h2 id="friends-game">{t("friends.game")}</h2>
                <Choices label=t("friends.game") choices=games chosen=self.game choose=move |index: usize| self.game.set(index)/>
                {move || self.which_own()}
                <h3>{t("friends.players")}</h3>
                {players}
                <p class="setting-why">{t("friends.players_about")}</p>
                {variant}
            </section>
        }
        .into_any()
    }

    /// The sheets of one's own, if there are any.
    fn which_own(self) -> Option<AnyView> {
        let items: Vec<ChoiceItem> = self.own.with(|own| {
            let item = |own: &OwnSheet| ChoiceItem::new(format!("own-{}", own.id), own.name.clone());
            own.iter().map(item).collect()
        });
        if items.is_empty() {
            return None;
        }
        let first = games().len();
        // None of them while a game is chosen.
        let chosen = Signal::derive(move || self.game.get().checked_sub(first).unwrap_or(usize::MAX));
        let about = move || {
            let own = self.game.get() >= first;
            own.then(|| view! { <p class="setting-why" data-own-about="">{t("friends.own_about")}</p> })
        };
        Some(
            view! {
                <h3>{t("friends.own_sheets")}</h3>
                <Choices label=t("friends.own_sheets") choices=items chosen=chosen choose=move |index: usize| self.game.set(first + index)/>
                {about}
            }
            .into_any(),
        )
    }

    fn time(self) -> AnyView {
        let items = vec![
            ChoiceItem::new("pace-free", t("friends.pace.free")),
            ChoiceItem::new("pace-live", t("friends.pace.live")),
            ChoiceItem::new("pace-days", t("friends.pace.days")),
        ];
        let about = move || match self.pace.get() {
            1 => t("friends.pace.live_about"),
            2 => t("friends.pace.days_about"),
            _ => t("friends.pace.free_about"),
        };
        let limits = move || {
            let (kind, amounts, chosen): (&str, Vec<f64>, RwSignal<usize>) = match self.pace.get() {
                1 => (
                    "seconds",
                    SECONDS.map(|seconds| f64::from(seconds) * 1000.0).to_vec(),
                    self.seconds,
                ),
                2 => (
                    "hours",
                    HOURS.map(|hours| f64::from(hours) * 3_600_000.0).to_vec(),
                    self.hours,
                ),
                _ => return None,
            };
            let items = amounts
                .iter()
                .enumerate()
                .map(|(index, amount)| {
                    ChoiceItem::new(
                        format!("{kind}-{index}"),
                        super::status::time_left(language(), *amount),
                    )
                })
                .collect();
            Some(view! {
                <h3>{t("friends.pace.each")}</h3>
                <Choices label=t("friends.pace.each") choices=items chosen=chosen choose=move |index: usize| chosen.set(index)/>
            })
        };
        view! {
            <section class="card setting" aria-labelledby="friends-pace">
                <h2 id="friends-pace">{t("friends.pace.title")}</h2>
                <Choices label=t("friends.pace.title") choices=items chosen=self.pace choose=move |index: usize| self.pace.set(index)/>
                {limits}
                <p class="setting-why" aria-live="polite">{about}</p>
            </section>
        }
        .into_any()
    }

    fn help(self) -> AnyView {
        view! {
            <section class="card setting">
                <h2 class="visually-hidden">{t("friends.hints")}</h2>
                <Switch label=t("friends.hints") explained=t("friends.hints_about") mark="hints"
                    on=Signal::derive(move || self.hints.get() && !self.is_rated())
                    set=move |hints: bool| {
                        self.hints.set(hints);
                        if hints {
                            self.rated.set(false);
                        }
                    }/>
                {move || self.may_be_rated().then(|| view! {
                    <Switch label=t("friends.rated.switch") explained=t("friends.rated.switch_about") mark="rated" on=self.rated
                        set=move |rated| self.rated.set(rated)/>
                })}
            </section>
        }
        .into_any()
    }
}
