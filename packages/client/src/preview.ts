/**
 * What a page says in a preview of the values that it shows, so that a click leads to the field in Studio and back. An entry point of
 * its own: visitors of a site load nothing of it.
 */

/** An entry as it was read. */
interface ShownEntry {
  readonly id: string;
  readonly fields: object;
}

/**
 * The value of `data-lectern` for an element that shows a value: `<h1 data-lectern={edit(article, 'title')}>`.
 * @param inside of a value in components, the way to it: `edit(page, 'blocks', block.id, 'title')`
 */
export function edit<E extends ShownEntry>(
  { id }: E,
  field: Extract<keyof E['fields'], string>,
  ...inside: readonly string[]
): string {
  return `${id}:${[field, ...inside].join('.')}`;
}
