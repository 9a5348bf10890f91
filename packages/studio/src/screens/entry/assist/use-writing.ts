/** One request to the language model after the other: its text as it is written, its proposals, or why there are none. */
import { useEffect, useRef, useState } from 'react';
import type { Ask, Proposal } from './tasks.ts';

export type Writing =
  | { readonly status: 'asking' | 'stopped' }
  | { readonly status: 'writing'; readonly text: string }
  | { readonly status: 'written'; readonly proposals: readonly Proposal[] }
  | { readonly status: 'failed'; readonly error: Error };

export function useWriting() {
  const [writing, setWriting] = useState<Writing>({ status: 'asking' });
  const running = useRef<AbortController | null>(null);
  const last = useRef<Ask | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function run(ask: Ask): void {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    last.current = ask;
    const show = (now: Writing) => abort.signal.aborted || setWriting(now);
    let text = '';
    show({ status: 'writing', text });
    ask(abort.signal, (more) => {
      text += more;
      show({ status: 'writing', text });
    }).then(
      (proposals) => show({ status: 'written', proposals }),
      (error: unknown) => show({ status: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    );
  }

  return {
    writing,
    run,
    /** Asks for the same once more, about what stands there now. */
    again: () => last.current !== null && run(last.current),
    stop: () => {
      running.current?.abort();
      setWriting({ status: 'stopped' });
    },
    /** Shows the question again. */
    reset: () => setWriting({ status: 'asking' }),
  };
}
