/** The smallest screen that writes entries: a box a value, and the state below. Tests reach it as `desk`. */
import { session } from '../../src/api/session.ts';
import type { SessionTokens } from '../../src/api/types.ts';
import { openDrafts } from '../../src/drafts/drafts.ts';
import type { Draft, Drafts, EntryAddress, LeftoverEntry } from '../../src/drafts/types.ts';

type Value = readonly [field: string, locale: string];

/** How often listeners were called. */
interface Calls {
  title: number;
  body: number;
  whole: number;
}

class Desk {
  drafts: Drafts | undefined;
  draft: Draft | undefined;

  async logIn(email: string, password: string): Promise<void> {
    const body = JSON.stringify({ email, password, refresh: 'cookie' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/auth/login', { method: 'POST', headers, body });
    if (!response.ok) throw new Error(await response.text());
    session.begin((await response.json()) as SessionTokens);
    this.#open();
  }

  /** As a page that is opened while the session still stands. */
  async comeBack(): Promise<void> {
    await session.open();
    this.#open();
  }

  async open(address: EntryAddress, values: readonly Value[]): Promise<void> {
    this.show(await this.#drafts.open(address), values);
  }

  create(place: { space: string; environment: string; contentType: string }, values: readonly Value[]): string {
    const draft = this.#drafts.create(place);
    this.show(draft, values);
    return draft.address.key;
  }

  /** What an owner would be told of on this device. */
  leftBehindOf(owner: { account: string; user: string }): Promise<readonly LeftoverEntry[]> {
    return openDrafts(owner).leftBehind();
  }

  show(draft: Draft, values: readonly Value[]): void {
    this.draft = draft;
    const state = document.createElement('output');
    document.body.replaceChildren(...values.map((value) => boxFor(draft, value)), state);
    const tell = () => {
      state.textContent = JSON.stringify(draft.state);
    };
    draft.subscribe(tell);
    tell();
  }

  count(draft: Draft): Calls {
    const calls: Calls = { title: 0, body: 0, whole: 0 };
    draft.subscribeValue('title', 'en-US', () => calls.title++);
    draft.subscribeValue('body', 'en-US', () => calls.body++);
    draft.subscribe(() => calls.whole++);
    return calls;
  }

  get #drafts(): Drafts {
    if (this.drafts === undefined) throw new Error('Log in first.');
    return this.drafts;
  }

  #open(): void {
    if (session.state.status !== 'logged-in') throw new Error(`The session is ${session.state.status}.`);
    const { account, user } = session.state;
    this.drafts ??= openDrafts({ account: account.id, user: user.id });
  }
}

function boxFor(draft: Draft, [field, locale]: Value): HTMLElement {
  const box = document.createElement('textarea');
  box.setAttribute('aria-label', `${field} ${locale}`);
  const show = () => {
    const value = String(draft.value(field, locale) ?? '');
    if (box.value !== value) box.value = value;
  };
  box.addEventListener('input', () => draft.set(field, locale, box.value === '' ? null : box.value));
  box.addEventListener('focus', () => box.setSelectionRange(box.value.length, box.value.length));
  draft.subscribeValue(field, locale, show);
  show();
  return box;
}

declare global {
  var desk: Desk;
}

globalThis.desk = new Desk();
