/** Fields whose values a command hides only if they are named, as `<type>.<field>`. */

/** The names that an option gives, which may be given more than once. */
export function confirmedNames(given: readonly string[] = []): string[] {
  return given.flatMap((names) => names.split(','));
}

/** How to name those that are not. */
export function unconfirmedLine(names: readonly string[]): string {
  return `Values would be hidden; if that is meant, add --confirm-data-loss=${names.join(',')}`;
}

/** The name of the field that a path of a merge leads into. @param path such as `content_types.article.fields.rating` */
export function fieldNameIn(path: string): string {
  return path.replace(/^content_types\.(.+?)\.fields\.([^.]+).*$/, '$1.$2');
}
