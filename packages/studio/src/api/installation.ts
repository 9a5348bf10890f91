/** What the page says of the installation it comes from (see `docs/reference/studio.md`). */

const tag = () => document.querySelector<HTMLMetaElement>('meta[name="first-account"]');

/** Whether nobody has an account here yet and somebody may sign up: the first person is led to do so. */
export function awaitsFirstAccount(): boolean {
  return tag() !== null;
}

/** Notes that there is an account by now: the page was made before. */
export function noteFirstAccount(): void {
  tag()?.remove();
}
