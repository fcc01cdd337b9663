//! A report as a page of its own.

use std::fmt::Write;

use finaud_messages::Language;
use finaud_rules::Sheet;

use super::names::Words;
use super::outline::{Part, outline};
use super::{Report, svg};
use crate::xml::escaped;

const STYLE: &str = "\
body{margin:2rem auto;max-width:62rem;padding:0 1rem;background:#fbf8f1;color:#2b2a33;\
font:1rem/1.5 Georgia,'Times New Roman',serif}\
h1{font-size:1.7rem}h2{font-size:1.25rem;margin-top:2.2rem}\
table{border-collapse:collapse;margin:.8rem 0}\
th,td{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #d9d2c3;font-weight:normal}\
thead th{font-style:italic}\
th:first-child,td.text,thead th.text{text-align:left}\
.wide{overflow-x:auto}svg{max-width:100%;height:auto}";

/// The report as a page, its drawings included. `sheet` is the sheet it is about.
pub fn html(report: &Report, sheet: &Sheet, language: Language) -> String {
    let words = Words::new(report, sheet, language);
    let title = escaped(&words.title());
    let mut page = String::new();
    // Writing into a string cannot fail.
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n",
        language.code()
    );
    page.push_str(&contents(report, sheet, language));
    page.push_str("</html>\n");
    page
}

/// What the page shows below its title, without styles: for a place in another page.
pub fn contents(report: &Report, sheet: &Sheet, language: Language) -> String {
    let words = Words::new(report, sheet, language);
    let mut contents = String::new();
    for part in outline(&words) {
        // Writing into a string cannot fail.
        let _ = write_part(&mut contents, &words, &part);
    }
    contents
}

fn write_part(page: &mut String, words: &Words<'_>, part: &Part) -> std::fmt::Result {
    match part {
        Part::Heading(heading) => writeln!(page, "<h2>{}</h2>", escaped(heading)),
        Part::Sentence(sentence) => writeln!(page, "<p>{}</p>", escaped(sentence)),
        Part::List(items) => {
            writeln!(page, "<ul>")?;
            for item in items {
                writeln!(page, "<li>{}</li>", escaped(item))?;
            }
            writeln!(page, "</ul>")
        }
        Part::Table(heads, rows) => table(page, heads, rows),
        Part::Results => page.write_str(&svg::results(words.report, words.sheet, words.language)),
        Part::Cells => page.write_str(&svg::cells(words.report, words.sheet, words.language)),
    }
}

fn table(page: &mut String, heads: &[String], rows: &[Vec<String>]) -> std::fmt::Result {
    // Words stand on the left, numbers on the right.
    let is_text =
        |column: usize| column == 0 || rows.iter().any(|row| row[column].contains(char::is_alphabetic));
    let class = |column: usize| if is_text(column) { " class=\"text\"" } else { "" };
    write!(page, "<div class=\"wide\"><table>\n<thead><tr>")?;
    for (column, head) in heads.iter().enumerate() {
        write!(page, "<th scope=\"col\"{}>{}</th>", class(column), escaped(head))?;
    }
    writeln!(page, "</tr></thead>")?;
    for row in rows {
        write!(page, "<tr>")?;
        for (column, cell) in row.iter().enumerate() {
            let cell = escaped(cell);
            match column {
                0 => write!(page, "<th scope=\"row\">{cell}</th>")?,
                _ => write!(page, "<td{}>{cell}</td>", class(column))?,
            }
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</table></div>")
}
