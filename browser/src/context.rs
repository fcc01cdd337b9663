//! Where a story plays: a driver, a server, and the windows that were opened, so that a failure can be looked at.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use anyhow::{Result, ensure};

use crate::driver::Driver;
use crate::killed::KilledServer;
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

pub(crate) struct StoryContext<'d> {
    driver: &'d Driver,
    app: &'d Path,
    pages: RefCell<Vec<Rc<BrowserPage<'d>>>>,
}

impl<'d> StoryContext<'d> {
    pub(crate) fn new(driver: &'d Driver, app: &'d Path) -> StoryContext<'d> {
        StoryContext {
            driver,
            app,
            pages: RefCell::new(Vec::new()),
        }
    }

    /// A server of the app, at the root of its address.
    pub(crate) fn site(&self) -> Result<AppServer> {
        AppServer::start(self.app, "/")
    }

    /// The app as a plain site, without a server of tables.
    pub(crate) fn static_site(&self) -> Result<AppServer> {
        AppServer::start_static(self.app)
    }

    /// A server of the app in a process of its own, which can be killed.
    pub(crate) fn killed_site(&self) -> Result<KilledServer> {
        KilledServer::start(self.app)
    }

    /// A server of the app, in a folder of its address.
    pub(crate) fn site_under(&self, sub_path: &str) -> Result<AppServer> {
        AppServer::start(self.app, sub_path)
    }

    /// The folder of the app.
    pub(crate) fn app(&self) -> &Path {
        self.app
    }

    /// A fresh browser.
    pub(crate) fn window(&self, window: Window) -> Result<Rc<BrowserPage<'d>>> {
        let page = Rc::new(BrowserPage::open(self.driver, window)?);
        self.pages.borrow_mut().push(Rc::clone(&page));
        Ok(page)
    }

    /// A fresh browser that notes everything it does.
    pub(crate) fn traced_window(&self, window: Window) -> Result<Rc<BrowserPage<'d>>> {
        let page = Rc::new(BrowserPage::open_traced(self.driver, window)?);
        self.pages.borrow_mut().push(Rc::clone(&page));
        Ok(page)
    }

    /// A fresh browser that shows this page of the app.
    pub(crate) fn visit(&self, window: Window, site: &AppServer, route: &str) -> Result<Rc<BrowserPage<'d>>> {
        let page = self.window(window)?;
        page.go(&site.address(route))?;
        page.find("main")?;
        Ok(page)
    }

    /// No window has complained.
    pub(crate) fn all_quiet(&self) -> Result<()> {
        for page in self.pages.borrow().iter() {
            let complaints = page.complaints().unwrap_or_default();
            ensure!(
                complaints.is_empty(),
                "the browser complains: {}",
                complaints.join("\n")
            );
        }
        Ok(())
    }

    /// Everybody leaves before the server does: a page that is left alone complains that nobody answers.
    pub(crate) fn all_go_home(&self) -> Result<()> {
        self.all_quiet()?;
        for page in self.pages.borrow_mut().drain(..) {
            page.close();
        }
        Ok(())
    }

    /// Keeps what every window shows: a picture and the words.
    pub(crate) fn keep_evidence(&self, folder: &Path, name: &str) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        for (number, page) in self.pages.borrow().iter().enumerate() {
            let file = |ending: &str| folder.join(format!("{name}-{}.{ending}", number + 1));
            if let Ok(picture) = page.screenshot() {
                std::fs::write(file("png"), picture)?;
            }
            let words = page.words().unwrap_or_default();
            let html = page.read("return document.body.innerHTML").unwrap_or_default();
            let complaints = page.complaints().unwrap_or_default().join("\n");
            let address = page.address().unwrap_or_default();
            let html = html.as_str().unwrap_or_default();
            std::fs::write(
                file("txt"),
                format!("{address}\n\n{words}\n\n{complaints}\n\n{html}\n"),
            )?;
        }
        Ok(())
    }
}

impl Drop for StoryContext<'_> {
    fn drop(&mut self) {
        // Also those a story has kept a hand on.
        for page in self.pages.borrow().iter() {
            page.close();
        }
    }
}
