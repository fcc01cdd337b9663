//! The readings of the rules a table may choose.

use finaud_rules::Rulings;
use leptos::prelude::*;

use super::form::TableForm;
use crate::choices::Switch;
use crate::messages::{language, t, tn};

/// The rules that can be switched, folded away.
pub(super) fn section(form: TableForm) -> AnyView {
    let changed = move || form.changed_rulings().len();
    let switch = |key: &'static str| {
        let told = language().find(&format!("setup.rules.{key}")).unwrap_or_default();
        view! {
            <li>
                <Switch
                    label=told
                    explained=""
                    mark=key
                    on=Signal::derive(move || form.ruling(key))
                    set=move |on| form.rule(key, on)
                />
            </li>
        }
    };
    view! {
        <details class="card setting rules" data-do="rules">
            <summary>
                <h2>{t("setup.rules.title")}</h2>
                {move || (changed() > 0).then(|| view! { <span class="setup-badge">{tn("setup.rules.changed", changed() as i64)}</span> })}
            </summary>
            <p class="setting-why">{t("setup.rules.about")}</p>
            <ul class="rulings">{Rulings::KEYS.map(switch).into_iter().collect_view()}</ul>
            {move || (changed() > 0).then(|| view! {
                <button type="button" class="button small" data-do="reset-rules" on:click=move |_| form.rulings.set(Vec::new())>
                    {t("setup.rules.reset")}
                </button>
            })}
        </details>
    }
    .into_any()
}
