/** Where the answer about the views of a space is kept. */

export function viewsKey(space: string): readonly string[] {
  return [space, 'views'];
}
