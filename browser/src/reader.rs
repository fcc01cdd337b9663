//! A screen reader's view of a page: roles, names and states, as the browser tells them. Nothing else is looked at.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use crate::page::BrowserPage;

/// Something a screen reader can speak of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    id: String,
    parent: String,
    pub(crate) role: String,
    pub(crate) name: String,
    /// What is said of it beside its name.
    pub(crate) description: String,
    disabled: bool,
    focusable: bool,
    state: String,
    element: u64,
}

impl Node {
    fn of(value: &Value) -> Option<Node> {
        if value["ignored"] == true {
            return None;
        }
        let text = |key: &str| value[key]["value"].as_str().unwrap_or_default().trim().to_owned();
        let properties = value["properties"].as_array().into_iter().flatten();
        let properties: BTreeMap<&str, &Value> = properties
            .filter_map(|one| Some((one["name"].as_str()?, &one["value"]["value"])))
            .collect();
        let is = |name: &str| properties.get(name).is_some_and(|value| **value == true);
        Some(Node {
            id: value["nodeId"].as_str()?.to_owned(),
            parent: value["parentId"].as_str().unwrap_or_default().to_owned(),
            role: text("role"),
            name: text("name"),
            description: text("description"),
            disabled: is("disabled"),
            focusable: is("focusable"),
            state: properties
                .get("pressed")
                .map(ToString::to_string)
                .unwrap_or_default(),
            element: value["backendDOMNodeId"].as_u64().unwrap_or_default(),
        })
    }

    fn can_be_pressed(&self) -> bool {
        self.role == "button" && self.focusable && !self.disabled && !self.name.is_empty()
    }
}

/// Somebody who hears the page and presses keys.
pub(crate) struct Reader<'p, 'd> {
    page: &'p BrowserPage<'d>,
    chance: Cell<u64>,
}

impl<'p, 'd> Reader<'p, 'd> {
    pub(crate) fn new(page: &'p BrowserPage<'d>, seed: u64) -> Reader<'p, 'd> {
        Reader {
            page,
            chance: Cell::new(seed),
        }
    }

    fn draw(&self, below: usize) -> usize {
        let next = self
            .chance
            .get()
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.chance.set(next);
        usize::try_from(next >> 40).unwrap_or(0) % below.max(1)
    }

    /// Everything there is to hear, in the order of the page. Who hangs below something unspoken hangs below what it is in.
    pub(crate) fn hear(&self) -> Result<Vec<Node>> {
        let tree = self.page.cdp("Accessibility.getFullAXTree", &json!({}))?;
        let all = tree["nodes"].as_array().context("no accessibility tree")?;
        let parents: BTreeMap<&str, &str> = all
            .iter()
            .filter_map(|one| Some((one["nodeId"].as_str()?, one["parentId"].as_str()?)))
            .collect();
        let mut nodes: Vec<Node> = all.iter().filter_map(Node::of).collect();
        let spoken: BTreeSet<String> = nodes.iter().map(|node| node.id.clone()).collect();
        for node in &mut nodes {
            while !spoken.contains(&node.parent) {
                let Some(above) = parents.get(node.parent.as_str()) else {
                    break;
                };
                node.parent = (*above).to_owned();
            }
        }
        Ok(nodes)
    }

    /// Goes to something and presses Enter.
    fn enter(&self, node: &Node) -> Result<()> {
        self.page
            .cdp("DOM.focus", &json!({ "backendNodeId": node.element }))
            .with_context(|| format!("`{}` cannot be focused", node.name))?;
        self.page.keys(&["Enter"])
    }

    /// Presses the first thing with this role and such a name, as soon as there is one.
    pub(crate) fn press(&self, role: &str, wanted: impl Fn(&str) -> bool) -> Result<()> {
        let node = self.page.until(&format!("a {role} is spoken of"), || {
            let nodes = self.hear()?;
            let found = nodes
                .into_iter()
                .find(|node| node.role == role && node.focusable && !node.disabled && wanted(&node.name));
            Ok(found)
        })?;
        self.enter(&node)
    }

    /// What is spoken once nothing changes any more.
    fn settled(&self) -> Result<Vec<Node>> {
        let before = RefCell::new(self.hear()?);
        self.page.until("the page comes to rest", || {
            let now = self.hear()?;
            let same = heard(&now) == heard(&before.borrow());
            before.replace(now.clone());
            Ok(same.then_some(now))
        })
    }

    /// Is there a group with this name around it?
    fn within(nodes: &[Node], node: &Node, groups: &[&str]) -> bool {
        let mut at = node.parent.clone();
        while let Some(above) = nodes.iter().find(|other| other.id == at) {
            if groups.contains(&above.name.as_str()) {
                return true;
            }
            at.clone_from(&above.parent);
        }
        false
    }

    /// Everything that is spoken on the page now, in one text.
    pub(crate) fn words(&self) -> Result<String> {
        let spoken: Vec<String> = self.hear()?.into_iter().map(|node| node.name).collect();
        Ok(spoken.join("\n"))
    }

    /// Waits until something with this role and name is spoken of.
    pub(crate) fn find(&self, role: &str, name: &str) -> Result<Node> {
        self.page.until(&format!("the {role} `{name}` is spoken of"), || {
            let mut nodes = self.hear()?.into_iter();
            Ok(nodes.find(|node| node.role == role && node.name == name))
        })
    }

    /// Everything that is spoken inside something, in one text.
    pub(crate) fn inside(&self, node: &Node) -> Result<String> {
        let nodes = self.hear()?;
        let is_inside = |other: &&Node| {
            let mut at = other.parent.clone();
            while let Some(above) = nodes.iter().find(|above| above.id == at) {
                if above.id == node.id {
                    return true;
                }
                at.clone_from(&above.parent);
            }
            false
        };
        let spoken: Vec<&str> = nodes
            .iter()
            .filter(is_inside)
            .map(|node| node.name.as_str())
            .collect();
        Ok(spoken.join("\n"))
    }

    /// Tries what can be chosen at a puzzle, one choice after the other, until one is right. Says how many it took.
    pub(crate) fn solve(&self, area: &str, groups: &[&str]) -> Result<usize> {
        let english = messages()?;
        let say = |key: &str| english.get(key).cloned().unwrap_or_default();
        let deeds = deeds(&english, area);
        let (right, again, cancel) = (
            say("puzzles.told.right"),
            say("common.try_again"),
            say("common.cancel"),
        );
        let missed = [say("puzzles.told.almost"), say("puzzles.told.wrong")];
        let question = say("dice.question.title");
        // What was pressed since the table was fresh, and everything that has led nowhere.
        let (mut path, mut tried): (Vec<String>, BTreeSet<Vec<String>>) = Default::default();
        let mut answers = 1;
        for _ in 0..400 {
            let nodes = self.settled()?;
            let told = |text: &String| {
                nodes
                    .iter()
                    .any(|node| node.role == "heading" && node.name == *text)
            };
            if told(&right) {
                return Ok(answers);
            }
            if missed.iter().any(told) {
                tried.insert(std::mem::take(&mut path));
                answers += 1;
                self.press("button", |name| name == again)?;
                self.find("heading", &say("puzzles.ask"))?;
                continue;
            }
            let asked = nodes.iter().any(|node| Self::within(&nodes, node, &[&question]));
            let offered = |node: &&Node| {
                node.can_be_pressed()
                    && node.name != cancel
                    && match asked {
                        true => Self::within(&nodes, node, &[&question]),
                        false => {
                            Self::within(&nodes, node, groups)
                                || deeds.iter().any(|deed| node.name.starts_with(deed.as_str()))
                        }
                    }
            };
            let is_new = |node: &&Node| {
                let mut further = path.clone();
                further.push(node.name.clone());
                !tried.contains(&further)
            };
            match nodes.iter().filter(offered).find(is_new) {
                Some(node) => {
                    path.push(node.name.clone());
                    self.enter(node)?;
                }
                None if asked => {
                    tried.insert(std::mem::take(&mut path));
                    self.press("button", |name| name == cancel)?;
                }
                None => bail!("no choice is right, and {} were tried", tried.len()),
            }
            self.page.until("the page says something new", || {
                let now = self.hear()?;
                Ok((heard(&now) != heard(&nodes)).then_some(()))
            })?;
        }
        bail!("the puzzle is not solved")
    }

    /// Plays until the game is over. What can be done has the names that `area` gives to deeds, is an answer to a question,
    /// or is a button in one of these groups.
    pub(crate) fn play(&self, area: &str, groups: &[&str]) -> Result<()> {
        let english = messages()?;
        let say = |key: &str| english.get(key).cloned().unwrap_or_default();
        let deeds = deeds(&english, area);
        let (over, question, cancel) = (
            say("finish.over"),
            say("dice.question.title"),
            say("common.cancel"),
        );
        let mut asked = vec![question.as_str()];
        asked.extend_from_slice(groups);
        for _ in 0..900 {
            let nodes = self.hear()?;
            if nodes.iter().any(|node| node.name == over) {
                return Ok(());
            }
            let offered = |node: &&Node| {
                node.can_be_pressed()
                    && node.name != cancel
                    && (deeds.iter().any(|deed| node.name.starts_with(deed.as_str()))
                        || Self::within(&nodes, node, &asked))
            };
            let mut offers: Vec<&Node> = nodes.iter().filter(offered).collect();
            // A question is answered first; then what writes goes before what gives up.
            if let Some(answers) = Some(
                offers
                    .iter()
                    .copied()
                    .filter(|node| Self::within(&nodes, node, &[&question]))
                    .collect::<Vec<_>>(),
            )
            .filter(|answers| !answers.is_empty())
            {
                offers = answers;
            }
            let inside: Vec<&Node> = offers
                .iter()
                .copied()
                .filter(|node| Self::within(&nodes, node, groups))
                .collect();
            if !inside.is_empty() && self.draw(5) > 0 {
                offers = inside;
            }
            if let Some(node) = offers.get(self.draw(offers.len())) {
                ensure!(node.name.len() > 1, "a button without a name");
                self.enter(node)?;
            }
            // Whatever came of it is heard.
            self.page.until("the page says something new", || {
                let now = self.hear()?;
                Ok((heard(&now) != heard(&nodes)).then_some(()))
            })?;
        }
        bail!("the game does not end")
    }
}

/// How the names of buttons begin that do something in games of this kind.
fn deeds(english: &finaud_catalog::Messages, area: &str) -> Vec<String> {
    let does = |key: &str| {
        key.starts_with(&format!("{area}.do.")) && !key.ends_with(".back") && !key.ends_with(".key")
    };
    let names = english.iter().filter(|(key, _)| does(key));
    names
        .map(|(_, text)| text.split('{').next().unwrap_or_default().to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}

fn heard(nodes: &[Node]) -> Vec<(&str, &str, bool, &str)> {
    let told = nodes.iter();
    told.map(|node| {
        (
            node.role.as_str(),
            node.name.as_str(),
            node.disabled,
            node.state.as_str(),
        )
    })
    .collect()
}

/// Every English message.
fn messages() -> Result<finaud_catalog::Messages> {
    let (languages, games) = (crate::root().join("languages"), crate::root().join("games"));
    let all = finaud_catalog::files::read_languages(&languages, &[&games]).map_err(anyhow::Error::msg)?;
    let english = all.into_iter().find(|(code, _)| code == "en");
    Ok(english.context("there is no English")?.1)
}
