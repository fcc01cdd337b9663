// What keeps people from using a page, in the spirit of axe's serious rules. Reads; moves only the focus and the view.

function audit() {
  const findings = [];
  const tell = (element, what) => findings.push(`${what}: ${shown(element)}`);

  const scroll = [scrollX, scrollY];
  // While we look, nothing glides, and everything that is painted can be found under a point.
  const still = document.createElement("style");
  still.textContent = "*, *::before, *::after { transition: none !important; animation: none !important; pointer-events: auto !important }"
    + " svg text, svg tspan { pointer-events: bounding-box !important }";
  document.head.append(still);
  const visible = [...document.querySelectorAll("body *")].filter(isVisible);
  const spoken = visible.filter((element) => !element.closest("[aria-hidden=true], [inert]"));

  page(tell, findings, spoken);
  names(tell, spoken);
  structure(tell, spoken);
  // What cannot be used cannot be found under a point either; only here it has to.
  const inert = [...document.querySelectorAll("[inert]")];
  for (const element of inert) element.removeAttribute("inert");
  // What lies behind a dialog waits, and cannot be reached before it is closed.
  const dialog = document.querySelector("dialog:modal");
  const inFront = (elements) => dialog ? elements.filter((element) => dialog.contains(element)) : elements;
  contrast(tell, inFront(visible));
  for (const element of inert) element.setAttribute("inert", "");
  targets(tell, inFront(spoken));
  focus(tell, spoken);
  still.remove();
  window.scrollTo(...scroll);
  return [...new Set(findings)];
}

function shown(element) {
  const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
  const attributes = [...element.attributes]
    .filter((attribute) => /^(id|class|role|type|data-|aria-label)/.test(attribute.name))
    .map((attribute) => ` ${attribute.name}="${attribute.value.slice(0, 40)}"`);
  return `<${element.tagName.toLowerCase()}${attributes.join("")}> ${text}`;
}

function isVisible(element) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  // The children of a closed dialog and of what is defined for later use are not there.
  return !element.closest("defs, dialog:not([open]), noscript, script, style, template");
}

// The page as a whole.
function page(tell, findings, spoken) {
  const root = document.documentElement;
  if (!/^(fr|en|de)\b/.test(root.lang)) findings.push(`the page does not name its language (lang="${root.lang}")`);
  if (!document.title.trim()) findings.push("the page has no title");
  const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
  if (/user-scalable\s*=\s*no|maximum-scale\s*=\s*1\b/.test(viewport)) findings.push("the page forbids zooming");
  const mains = spoken.filter((element) => element.matches("main, [role=main]"));
  if (mains.length !== 1) findings.push(`the page has ${mains.length} main parts instead of 1`);
  const titles = spoken.filter((element) => element.matches("h1"));
  if (titles.length !== 1) findings.push(`the page has ${titles.length} h1 instead of 1`);
  const landmarks = "main, nav, header, footer, aside, [role=main], [role=navigation], [role=banner], [role=contentinfo],"
    + " [role=complementary], [role=region], [role=dialog], [role=alertdialog], [role=status], [role=alert], dialog, [aria-live]";
  for (const element of spoken) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (own && !element.closest(landmarks) && !element.matches("a.skip, .skip *")) tell(element, "text outside all landmarks");
  }
  const seen = new Set();
  for (const element of document.querySelectorAll("[id]")) {
    if (seen.has(element.id)) tell(element, `the id "${element.id}" is there twice`);
    seen.add(element.id);
  }
  let level = 0;
  for (const heading of spoken.filter((element) => element.matches("h1, h2, h3, h4, h5, h6"))) {
    const now = Number(heading.tagName[1]);
    if (level && now > level + 1) tell(heading, `a heading of level ${now} follows one of level ${level}`);
    if (!heading.textContent.trim()) tell(heading, "empty heading");
    level = now;
  }
}

const INTERACTIVE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true],"
  + " [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option],"
  + " [role=slider], [role=spinbutton], [role=textbox], [role=gridcell][tabindex]";
const NEEDS_ROLE = new Set(["DIV", "SPAN", "G", "SVG", "RECT", "PATH", "CIRCLE", "P", "LI", "SECTION", "TD"]);

const isInteractive = (element) => element.matches(INTERACTIVE);

function nameOf(element, inside = new Set()) {
  if (inside.has(element)) return "";
  inside.add(element);
  const labelledBy = element.getAttribute("aria-labelledby");
  if (labelledBy) {
    const parts = labelledBy.split(/\s+/).map((id) => document.getElementById(id));
    return parts.map((part) => (part ? part.getAttribute("aria-label") ?? part.textContent : "")).join(" ").trim();
  }
  const label = element.getAttribute("aria-label");
  if (label?.trim()) return label.trim();
  if (element.labels?.length) {
    const texts = [...element.labels].map((one) => one.textContent.trim()).join(" ").trim();
    if (texts) return texts;
  }
  if (element.matches("img, input[type=image]")) return (element.getAttribute("alt") ?? "").trim();
  if (element.matches("input[type=submit], input[type=button], input[type=reset]")) return element.value.trim();
  if (element.namespaceURI.endsWith("svg")) {
    const title = [...element.children].find((child) => child.tagName === "title");
    if (title) return title.textContent.trim();
  }
  if (!element.matches("input, select, textarea")) {
    const parts = [...element.childNodes].map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
      return nameOf(node, inside);
    });
    const text = parts.join(" ").replace(/\s+/g, " ").trim();
    if (text) return text;
  }
  return (element.getAttribute("title") ?? "").trim();
}

// Everything that can be used, and every picture, has a name; what can be used has a role.
function names(tell, spoken) {
  for (const element of spoken) {
    if (isInteractive(element)) {
      const onlyForFocus = element.getAttribute("tabindex") === "-1"
        && !element.matches("a[href], button, input, select, textarea, [role]");
      if (onlyForFocus) continue;
      if (!nameOf(element)) tell(element, "no name");
      if (NEEDS_ROLE.has(element.tagName.toUpperCase()) && !element.getAttribute("role")) tell(element, "no role");
      if (element.tabIndex < 0 && element.matches("[role=button], [role=link], [role=checkbox]") && !element.closest("[role=grid], [role=group], [role=toolbar], [role=radiogroup], [role=tablist], [role=listbox], svg, [aria-disabled=true]"))
        tell(element, "cannot be reached by keyboard");
    }
    if (element.tagName === "IMG" && !element.hasAttribute("alt")) tell(element, "a picture without alt");
    if (element.tagName.toLowerCase() === "svg" && !element.parentElement.closest("svg")) {
      const role = element.getAttribute("role");
      const decorative = role === "presentation" || role === "none";
      const partOfNamed = element.closest("button, a[href], [role=button], [role=img]");
      const holds = element.querySelector("[role], a[href], [tabindex]");
      const named = nameOf(element) && (role || element.querySelector(":scope > title"));
      if (!decorative && !partOfNamed && !named && !holds) tell(element, "a drawing without a name that is not hidden");
      if (holds && !nameOf(element)) tell(element, "a drawing with parts to use, without a name");
    }
    if (element.matches("[role=img]") && !nameOf(element)) tell(element, "no name");
  }
  for (const hidden of document.querySelectorAll("[aria-hidden=true]")) {
    if (hidden.closest("[inert]")) continue;
    for (const element of [hidden, ...hidden.querySelectorAll(INTERACTIVE)]) {
      if (isInteractive(element) && element.tabIndex >= 0 && isVisible(element) && !element.disabled) tell(element, "hidden from speech, but the keyboard reaches it");
    }
  }
}

const ROLES = new Set(("alert alertdialog application article banner button cell checkbox columnheader combobox complementary "
  + "contentinfo definition dialog directory document feed figure form generic grid gridcell group heading img image link list listbox "
  + "listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option "
  + "presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider "
  + "spinbutton status switch tab table tablist tabpanel term textbox timer toolbar tooltip tree treegrid treeitem").split(" "));
const PARENTS = {
  listitem: "list, [role=list], ul, ol, menu", row: "[role=table], [role=grid], [role=rowgroup], [role=treegrid], table",
  gridcell: "[role=row]", cell: "[role=row]", columnheader: "[role=row], tr", rowheader: "[role=row], tr",
  tab: "[role=tablist]", option: "[role=listbox], select", menuitem: "[role=menu], [role=menubar]", 
};
const STATES = { checkbox: "aria-checked", switch: "aria-checked", radio: "aria-checked", slider: "aria-valuenow", combobox: "aria-expanded" };

// Roles, references, nesting, labels, dialogs.
function structure(tell, spoken) {
  for (const element of spoken) {
    const role = element.getAttribute("role");
    if (role && !ROLES.has(role)) tell(element, `there is no role "${role}"`);
    if (role && PARENTS[role] && !element.parentElement.closest(PARENTS[role])) tell(element, `the role "${role}" stands outside its frame`);
    if (role && STATES[role] && !element.matches("input") && !element.hasAttribute(STATES[role])) tell(element, `no ${STATES[role]}`);
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant"]) {
      if (attribute === "aria-controls" && element.getAttribute("aria-expanded") === "false") continue;
      const ids = (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean);
      for (const id of ids) if (!document.getElementById(id)) tell(element, `${attribute} names "${id}", which is not there`);
    }
    for (const attribute of element.attributes) {
      if (/^aria-(checked|pressed|selected|expanded|hidden|disabled|current|busy|modal)$/.test(attribute.name)
        && !/^(true|false|mixed|page|step|location|date|time|undefined)$/.test(attribute.value)) tell(element, `${attribute.name}="${attribute.value}" means nothing`);
    }
    if (Number(element.getAttribute("tabindex")) > 0) tell(element, "a positive tabindex");
    if (element.matches("button, a[href], [role=button], summary, label")) {
      const inner = [...element.querySelectorAll("a[href], button, input, select, textarea, [role=button], [role=link]")];
      const nested = inner.find((one) => !(element.matches("label") && element.control === one) && isVisible(one));
      if (nested && !element.matches("label")) tell(nested, "something to use inside something to use");
    }
    if (element.matches("dialog, [role=dialog], [role=alertdialog]") && !element.getAttribute("aria-label") && !element.getAttribute("aria-labelledby")) tell(element, "a dialog without a label");
    if (element.matches("fieldset") && !element.querySelector("legend") && !element.getAttribute("aria-label") && !element.getAttribute("aria-labelledby")) tell(element, "a group of fields without a name");
    if (element.matches("ul, ol")) {
      const stray = [...element.children].find((child) => !child.matches("li, script, template") && element.getAttribute("role") === null);
      if (stray) tell(stray, "in a list, but no item of it");
    }
    if (element.matches("li") && !element.parentElement.matches("ul, ol, menu")) tell(element, "an item outside a list");
    if (element.matches("table") && !element.querySelector("th") && element.getAttribute("role") !== "presentation") tell(element, "a table without headings");
    if (element.matches("video[autoplay], audio[autoplay], marquee, blink")) tell(element, "moves or sounds by itself");
  }
}

// Colours.

function colour(text) {
  const match = text.match(/^rgba?\(([^)]+)\)$/);
  if (match) {
    const [r, g, b, a] = match[1].split(/[,\s/]+/).filter(Boolean).map((part) => part.endsWith("%") ? parseFloat(part) / 100 : parseFloat(part));
    return { r, g, b, a: a ?? 1 };
  }
  const wide = text.match(/^color\(srgb ([^)]+)\)$/);
  if (wide) {
    const [r, g, b, a] = wide[1].split(/[\s/]+/).filter(Boolean).map(parseFloat);
    return { r: r * 255, g: g * 255, b: b * 255, a: a ?? 1 };
  }
  return undefined;
}

function over(top, below) {
  const mix = (a, b) => a * top.a + b * (1 - top.a);
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 };
}

function luminance({ r, g, b }) {
  const part = (value) => { const v = value / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}

function ratio(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The colour behind a point of an element; undefined where a picture makes it unknowable. */
function behind(element, x, y) {
  const stack = document.elementsFromPoint(x, y);
  const from = stack.indexOf(element);
  const layers = [];
  const add = (text, opacity) => {
    const one = colour(text);
    if (one && one.a > 0 && opacity > 0) layers.push({ ...one, a: one.a * opacity });
    return one && one.a * opacity >= 0.99;
  };
  const before = (one) => one === element || one.contains(element) || element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING;
  const below = from >= 0 ? stack.slice(from) : stack.length ? stack.filter(before) : chain(element);
  for (const layer of below) {
    const style = getComputedStyle(layer);
    const svgShape = layer.namespaceURI.endsWith("svg") && !["svg", "g", "text", "tspan", "a"].includes(layer.tagName);
    if (svgShape) {
      if (layer === element || style.fill === "none") continue;
      if (style.fill.startsWith("url")) return undefined;
      if (add(style.fill, parseFloat(style.fillOpacity) * through(layer))) break;
      continue;
    }
    if (layer.namespaceURI.endsWith("svg") && layer.tagName !== "svg") continue;
    if (style.backgroundImage !== "none") {
      const stops = style.backgroundImage.match(/(rgba?|color)\([^)]+\)/g);
      if (!/gradient/.test(style.backgroundImage) || !stops) return undefined;
      // The mean of a gradient's colours stands for it.
      const colours = stops.map(colour).filter(Boolean);
      const mean = (key) => colours.reduce((sum, one) => sum + one[key], 0) / colours.length;
      const one = { r: mean("r"), g: mean("g"), b: mean("b"), a: mean("a") };
      layers.push(one);
      if (one.a >= 0.99) break;
    }
    if (add(style.backgroundColor, through(layer))) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
}

function chain(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) layers.push(one);
  return layers;
}

/** How much of an element shows through its parents' opacities. */
function through(element) {
  let opacity = 1;
  for (let one = element; one; one = one.parentElement) opacity *= parseFloat(getComputedStyle(one).opacity);
  return opacity;
}

/** Does a frame around the element hide this point of it? */
function isCutOff(element, x, y) {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const style = getComputedStyle(one);
    const cuts = style.overflowX !== "visible" || style.overflowY !== "visible" || style.clipPath !== "none";
    if (!cuts || one === document.body || one === document.documentElement) continue;
    const box = one.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
  }
  return false;
}

// Texts can be read on what is behind them.
function contrast(tell, visible) {
  for (const element of visible) {
    const node = [...element.childNodes].find((one) => one.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(one.data));
    if (!node) continue;
    if (element.closest("[disabled], [aria-disabled=true], .visually-hidden, .sr-only, title, desc")) continue;
    // A picture that is left out when the page is read aloud says nothing its caption does not.
    if (element.closest("figure [aria-hidden=true]")) continue;
    // What is won or lost for ever says so by its tick or by being faint, and by its name.
    if (element.closest(".badge.won, .badge.lost, .cell.lost")) continue;
    // What waits while a lesson lights one thing cannot be used, and looks it.
    if (element.closest(".lesson-on") && through(element) < 0.5) continue;
    // What is printed in a cell that is written over says nothing any more.
    if (element.closest(".cell.filled .printed-number")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const isOutside = (box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
    if (isOutside(box)) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = range.getBoundingClientRect();
    }
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (isCutOff(element, x, y)) continue;
    const style = getComputedStyle(element);
    const isSvg = element.namespaceURI.endsWith("svg");
    const ink = colour(isSvg ? style.fill : style.color);
    // A text that something else lies on is not seen.
    const top = document.elementFromPoint(x, y);
    if (top && !top.contains(element) && !element.contains(top) && !isSvg) {
      const dialog = top.closest("dialog[open], [role=dialog]");
      if (dialog || getComputedStyle(top).position === "fixed" || getComputedStyle(top).position === "sticky") continue;
    }
    const ground = behind(element, x, y);
    if (!ink || !ground) continue;
    const seen = over({ ...ink, a: ink.a * through(element) * (isSvg ? parseFloat(style.fillOpacity) : 1) }, ground);
    let size = parseFloat(style.fontSize);
    if (isSvg) {
      const matrix = element.getScreenCTM?.();
      if (matrix) size *= Math.hypot(matrix.a, matrix.b);
    }
    const bold = Number(style.fontWeight) >= 700;
    const needed = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const found = ratio(seen, ground);
    if (found < needed - 0.05) tell(element, `contrast ${found.toFixed(1)} instead of ${needed}`);
  }
}

// What is tapped is large enough, or has room around it.
function targets(tell, spoken) {
  const all = spoken.filter((element) => isInteractive(element) && !element.matches("[disabled], [aria-disabled=true], [tabindex='-1']:not([role]):not(button):not(a)"));
  const boxes = all.map((element) => [element, element.getBoundingClientRect()]);
  for (const [element, box] of boxes) {
    if (box.width === 0 || box.height === 0) continue;
    if (element.matches("a[href]") && getComputedStyle(element).display === "inline") continue;
    // A field is tapped by its label, too.
    const label = element.labels?.[0]?.getBoundingClientRect();
    const width = Math.max(box.width, label?.width ?? 0);
    const height = Math.max(box.height, label?.height ?? 0);
    if (width >= 23.5 && height >= 23.5) continue;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const crowded = boxes.some(([other, near]) => other !== element && !other.contains(element) && !element.contains(other)
      && near.width > 0 && near.left < x + 12 && near.right > x - 12 && near.top < y + 12 && near.bottom > y - 12);
    if (crowded) tell(element, `a target of ${Math.round(width)}×${Math.round(height)} pixels without room`);
  }
}

// Where the focus is can be seen.
function focus(tell, spoken) {
  const before = document.activeElement;
  before?.blur?.();
  const kinds = new Map();
  for (const element of spoken) {
    // What comes into view with the focus is seen by that.
    if (!isInteractive(element) || element.tabIndex < 0 || element.matches("[disabled], .skip")) continue;
    const kind = `${element.tagName} ${element.getAttribute("class") ?? ""} ${element.getAttribute("role") ?? ""}`;
    if (!kinds.has(kind)) kinds.set(kind, element);
  }
  const look = (element) => {
    const looks = [element, element.parentElement, element.nextElementSibling, element.labels?.[0], ...element.children].filter(Boolean).map((one) => {
      const style = getComputedStyle(one);
      return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor, style.backgroundColor, style.stroke, style.strokeWidth, style.textDecorationLine].join("|");
    });
    return looks.join("\n");
  };
  for (const element of kinds.values()) {
    const without = look(element);
    element.focus({ preventScroll: true, focusVisible: true });
    if (document.activeElement !== element) continue;
    // A page that was being drawn takes the ring away with it: once more.
    if (look(element) === without) {
      element.blur();
      element.focus({ preventScroll: true, focusVisible: true });
    }
    if (look(element) === without) tell(element, "the focus cannot be seen");
    element.blur();
  }
  before?.focus?.({ preventScroll: true });
}
