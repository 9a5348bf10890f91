/** Tables: their header, which spreadsheets and text processors mark by bold text alone, and their caption. */

/** Makes headers of the cells that are meant so. */
export function orderTables(root: Element): void {
  for (const table of root.querySelectorAll('table')) {
    const caption = table.querySelector('caption');
    if (caption !== null) table.before(renamed(caption, 'p'));
    const [first, ...others] = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
    if (first === undefined) continue;
    for (const head of table.querySelectorAll('thead td')) renamed(head, 'th');
    if (others.length > 0 && isBold(first) && !others.every(isBold))
      for (const cell of first.querySelectorAll('td')) renamed(cell, 'th');
    for (const cell of table.querySelectorAll('th')) withoutBold(cell);
  }
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) withoutBold(heading);
}

/** Makes a line of each row, its cells one after the other. */
export function flattenTables(root: Element): void {
  for (const table of root.querySelectorAll('table')) {
    const lines = [...table.querySelectorAll('tr')].map((row) => {
      const line = root.ownerDocument.createElement('p');
      line.textContent = [...row.children].map((cell) => cell.textContent?.trim()).join(' | ');
      return line;
    });
    table.replaceWith(...lines);
  }
}

function renamed(element: Element, name: string): Element {
  const made = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) made.setAttribute(attribute, value);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
}

/** Whether all that a row says is bold. */
function isBold(row: Element): boolean {
  const texts = textsIn(row);
  return texts.length > 0 && texts.every((text) => text.parentElement?.closest('strong, th') !== null);
}

/** Takes the emphasis away from what is emphasised as a whole. */
function withoutBold(element: Element): void {
  if (textsIn(element).some((text) => text.parentElement?.closest('strong') === null)) return;
  for (const strong of element.querySelectorAll('strong')) strong.replaceWith(...strong.childNodes);
}

function textsIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
    if (text.textContent?.trim()) texts.push(text as Text);
  return texts;
}
