//! What is posted for tables, in memory.

use super::super::{Answer, Millis, Phase, Posted, PostedFile, SheetStore};
use super::MemoryStore;

impl SheetStore for MemoryStore {
    fn post<'a>(&'a self, file: &'a PostedFile, room: u64) -> Answer<'a, Posted> {
        self.run(move |data| {
            if let Some(known) = data.posted.get_mut(&file.hash) {
                known.used = known.used.max(file.used);
                return Posted::Known;
            }
            let kept: usize = data.posted.values().map(|file| file.body.len()).sum();
            if (kept + file.body.len()) as u64 > room {
                return Posted::NoRoom;
            }
            data.posted.insert(file.hash.clone(), file.clone());
            Posted::New
        })
    }

    fn posted<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<PostedFile>> {
        self.run(move |data| data.posted.get(hash).cloned())
    }

    fn use_posted<'a>(&'a self, hash: &'a str, at: Millis) -> Answer<'a, bool> {
        self.run(move |data| {
            let known = data.posted.get_mut(hash);
            known.map(|file| file.used = file.used.max(at)).is_some()
        })
    }

    fn forget_posted(&self, unused: Millis, over: Millis) -> Answer<'_, u64> {
        self.run(move |data| {
            let before = data.posted.len();
            let tables = &data.tables;
            data.posted.retain(|hash, file| {
                let needed = match &file.sheet {
                    None => tables.values().any(|table| table.sheet.as_ref() == Some(hash)),
                    Some(_) => tables.values().any(|table| {
                        let goes_on = matches!(table.head.phase, Phase::Open | Phase::Playing);
                        table.weights.as_ref() == Some(hash) && (goes_on || table.touched >= over)
                    }),
                };
                needed || file.used >= unused
            });
            (before - data.posted.len()) as u64
        })
    }
}
