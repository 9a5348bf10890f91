/** Types into an open entry by program, and measures for how long each key holds the page up. */
import { session } from '../../src/api/session.ts';
import type { SessionTokens } from '../../src/api/types.ts';
import { openDrafts } from '../../src/drafts/drafts.ts';
import type { EntryAddress } from '../../src/drafts/types.ts';

/** Times of keys in milliseconds. The clock of a page has steps of 0.1 ms. */
export interface KeyTimes {
  /** From the key until the listener of its value was called. */
  readonly toListener: number[];
  /** From the key until the page is free again, with the value on its way to the device. */
  readonly toFree: number[];
}

class TypingBench {
  /** @param locales all that each field has values in; each value gets a listener */
  async type(
    tokens: SessionTokens,
    at: { readonly address: EntryAddress; readonly fields: readonly string[]; readonly locales: readonly string[] },
    keys: number,
  ): Promise<KeyTimes> {
    session.begin(tokens);
    const drafts = openDrafts({ account: tokens.account.id, user: tokens.user.id });
    const draft = await drafts.open(at.address);
    let calledAt = 0;
    const onChange = () => {
      calledAt = performance.now();
    };
    for (const field of at.fields) for (const locale of at.locales) draft.subscribeValue(field, locale, onChange);
    const [field = '', locale = ''] = [at.fields[0], at.locales[0]];
    const times: KeyTimes = { toListener: [], toFree: [] };
    for (let key = 0; key < keys; key++) {
      const from = performance.now();
      draft.set(field, locale, `${key} characters of a sentence`);
      times.toListener.push(calledAt - from);
      await nextTask();
      times.toFree.push(performance.now() - from);
    }
    await draft.flush();
    drafts.close();
    return times;
  }
}

function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

declare global {
  var typingBench: TypingBench;
}

globalThis.typingBench = new TypingBench();
