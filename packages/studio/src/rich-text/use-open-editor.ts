/** Holds an open editor for a component: it is opened and closed with it, and told of each value from outside. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RichTextNode } from './document/grammar.ts';
import type { Surroundings } from './extensions.ts';
import { OpenEditor } from './open-editor.ts';

interface Opening {
  readonly place: RefObject<HTMLDivElement | null>;
  /** The editor is opened anew with another key. */
  readonly key: string;
  readonly value: RichTextNode | null;
  readonly surroundings: Surroundings;
}

/** The open editor; null until it is there. */
export function useOpenEditor({ place, key, value, surroundings }: Opening): OpenEditor | null {
  const [opened, setOpened] = useState<OpenEditor | null>(null);
  const latest = useRef({ value, surroundings });
  // What was given to the page until it has taken all of it: the echo of a value is no change from outside.
  const given = useRef<(RichTextNode | null)[]>([]);
  useLayoutEffect(() => {
    latest.current = { value, surroundings };
    opened?.refresh();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all that an open editor cannot change
  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = new OpenEditor(
      place.current,
      latest.current.value,
      lateBound(
        () => latest.current.surroundings,
        (changed) => given.current.push(changed),
      ),
    );
    given.current = [latest.current.value];
    setOpened(editor);
    return () => {
      editor.close();
      setOpened(null);
    };
  }, [key]);
  useLayoutEffect(() => {
    const at = given.current.lastIndexOf(value);
    if (at === -1) opened?.take(value);
    given.current = at === -1 ? [value] : given.current.slice(at);
  }, [value, opened]);
  return opened;
}

/** Surroundings whose functions are those of the latest render. */
function lateBound(now: () => Surroundings, giving: (value: RichTextNode | null) => void): Surroundings {
  return {
    ...now(),
    describe: (link) => now().describe(link),
    canOpen: () => now().canOpen(),
    open: (link) => now().open(link),
    upload: () => now().upload(),
    choicesFor: (query) => now().choicesFor(query),
    editLink: () => now().editLink(),
    follow: (target) => now().follow(target),
    changedLate: (value, last) => now().changedLate(value, last),
    left: () => now().left(),
    attributesOf: (state) => now().attributesOf(state),
    changed: (value) => {
      giving(value);
      now().changed(value);
    },
  };
}
