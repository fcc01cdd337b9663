//! The rows of action boxes of one player, and the foxes.

use std::sync::Arc;

use finaud_rules::{Award, Player, Power, Sheet};
use leptos::prelude::*;

use super::signs::{award_mark, fox_icon};
use super::{tips, words};
use crate::messages::{language, t, tf};

/// The rows of action boxes and the foxes of one player.
#[component]
pub fn Powers(
    /// The sheet.
    sheet: Arc<Sheet>,
    /// Whose boxes.
    #[prop(into)]
    player: Signal<Player>,
    /// The rows a gift may circle now.
    #[prop(into)]
    lit: Signal<Vec<Power>>,
    /// Somebody taps a row.
    on_tap: Callback<Power>,
) -> impl IntoView {
    let rows: Vec<AnyView> = Power::ALL
        .into_iter()
        .filter(|power| sheet.power(*power).boxes > 0)
        .map(|power| power_view(&sheet, power, player, lit, on_tap))
        .collect();
    let foxes = sheet.fox_count();
    view! {
        <div class="powers">
            {rows}
            <span class="power-row foxes" data-foxes aria-description=t("dice.tip.fox") role="img"
                aria-label=move || format!("{} {}", t("dice.foxes"), player.with(Player::foxes))>
                {fox_icon()}
                <b>{move || player.with(Player::foxes)}</b>
                <span class="of">{format!("/{foxes}")}</span>
            </span>
        </div>
    }
    .into_any()
}

fn power_view(
    sheet: &Arc<Sheet>,
    power: Power,
    player: Signal<Player>,
    lit: Signal<Vec<Power>>,
    on_tap: Callback<Power>,
) -> AnyView {
    let row = sheet.power(power);
    let sign = words::sign(language(), sheet, Award::Circle(power));
    let is_lit = Memo::new(move |_| lit.with(|lit| lit.contains(&power)));
    let boxes: Vec<AnyView> = (0..usize::from(row.boxes))
        .map(|index| {
            let inside = row
                .jokers
                .get(index)
                .map(|joker| words::joker(*joker))
                .unwrap_or_default();
            let state = Memo::new(move |_| {
                let boxes = player.with(|player| player.boxes(power));
                if boxes.is_used(index) {
                    "box-used"
                } else if boxes.is_open(index) {
                    "box-open"
                } else {
                    "box-closed"
                }
            });
            view! { <i class=move || format!("power-box {}", state.get())>{inside}</i> }.into_any()
        })
        .collect();
    let told = move || {
        let boxes = player.with(|player| player.boxes(power));
        tf(
            "dice.boxes_left",
            &[("power", &words::power(language(), power)), ("n", &boxes.left())],
        )
    };
    let explained = move || {
        let left = player.with(|player| player.boxes(power)).left();
        format!("{} {}", tips::power(power), tf("dice.tip.left", &[("n", &left)]))
    };
    let end = row.end.map(|award| {
        let tip = format!("{} {}", t("dice.tip.end"), tips::award(sheet, award));
        view! {
            <svg class="end" viewBox="0 0 24 18" aria-description=tip role="img" aria-label=tf("dice.row_end", &[("power", &words::power(language(), power)), ("what", &words::award(language(), sheet, award))])>
                {award_mark(sheet, award, 12.0, 9.0)}
            </svg>
        }
    });
    view! {
        <button
            type="button"
            class="power-row"
            class:legal=move || is_lit.get()
            data-power=power.word()
            aria-description=explained
            aria-label=told
            aria-disabled=move || (!is_lit.get()).then_some("true")
            tabindex=move || if is_lit.get() { "0" } else { "-1" }
            on:click=move |_| {
                if is_lit.get_untracked() {
                    on_tap.run(power);
                }
            }
        >
            <b class="sign">{sign}</b>
            {boxes}
            {end}
        </button>
    }
    .into_any()
}
