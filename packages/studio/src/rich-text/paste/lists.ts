/** Lists as HTML means them: Google Docs and others put an inner list beside the item that it belongs to. */

/** Moves lists that stand right in a list into the item before them, and gives every loose content an item. */
export function orderLists(root: Element): void {
  for (const list of root.querySelectorAll('ul, ol'))
    for (const child of [...list.children]) {
      if (child.localName === 'li') continue;
      const item = child.previousElementSibling ?? list.insertBefore(root.ownerDocument.createElement('li'), child);
      item.append(child);
    }
  for (const item of root.querySelectorAll('li')) {
    if (item.closest('ul, ol') !== null) continue;
    const list = root.ownerDocument.createElement('ul');
    item.before(list);
    while (list.nextElementSibling?.localName === 'li') list.append(list.nextElementSibling);
  }
}
