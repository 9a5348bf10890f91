/**
 * The fields of an entry, each in one to three locales side by side. A field is in the page once it is near what is on the
 * screen, so that an entry of any size opens as fast as a small one.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Field, Locale } from '../../api/types.ts';
import { useOpenEntry } from '../../fields/open-entry.tsx';
import { localesOf } from '../../fields/place-of-value.ts';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { ValueEditor } from '../../fields/value-editor.tsx';
import styles from './entry.module.css';

/** Fields that are in the page from the beginning. */
const FIRST_FIELDS = 3;
/** How far below and above of what is seen fields are made. */
const NEAR = '400px 0px';

interface EntryFormProperties {
  readonly shownLocales: readonly Locale[];
  readonly readOnly: boolean;
}

export function EntryForm({ shownLocales, readOnly }: EntryFormProperties): ReactNode {
  const { type, draft } = useOpenEntry();
  return (
    <div className={styles.form}>
      {type.fields.map((field, index) => (
        <FieldRow
          key={`${draft.address.key} ${field.id}`}
          field={field}
          shownLocales={shownLocales}
          readOnly={readOnly}
          atOnce={index < FIRST_FIELDS}
        />
      ))}
    </div>
  );
}

interface FieldRowProperties extends EntryFormProperties {
  readonly field: Field;
  readonly atOnce: boolean;
}

function FieldRow({ field, shownLocales, readOnly, atOnce }: FieldRowProperties): ReactNode {
  const { locales } = useSurroundings();
  const { draft } = useOpenEntry();
  const row = useRef<HTMLDivElement>(null);
  const made = useNear(row, atOnce);
  const shown = localesOf(field, shownLocales, locales);
  const sideBySide = shown.length > 1;
  return (
    <div
      className={styles.field}
      ref={row}
      id={rowId(draft.address.key, field.id)}
      data-columns={shown.length}
      data-waiting={!made || undefined}
    >
      {made
        ? shown.map((locale) => (
            <ValueEditor
              key={locale.code}
              field={field}
              locale={locale}
              namesLocale={field.localized && (sideBySide || locales.length > 1)}
              readOnly={readOnly}
            />
          ))
        : field.name}
    </div>
  );
}

/** Id of the element that holds the values of a field. */
export function rowId(entryKey: string, field: string): string {
  return `field-${entryKey}-${field}`;
}

/** Whether the element has come near what is on the screen. It stays so. */
function useNear(element: { readonly current: Element | null }, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    if (near || element.current === null) return;
    return whenNear(element.current, () => setNear(true));
  }, [element, near]);
  return near;
}

const waiting = new Map<Element, () => void>();
/** One for all fields: the browser asks each observer in every frame, also while somebody types. */
const observer = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      const come = waiting.get(target);
      // One that has gone meanwhile takes no turn, and is not looked at again.
      if (come === undefined || !isIntersecting) continue;
      if (takeTurn()) come();
      else lookAgain(target);
    }
  },
  { rootMargin: NEAR },
);

/** Calls a function once the element is near. @returns what ends the waiting */
function whenNear(element: Element, come: () => void): () => void {
  waiting.set(element, come);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer.unobserve(element);
  };
}

/** Observed anew, it is looked at again in the next frame. */
function lookAgain(element: Element): void {
  observer.unobserve(element);
  observer.observe(element);
}

let isTurnTaken = false;

/** Lets one field a frame be made: it may be long, and those below it are not near any more then. */
function takeTurn(): boolean {
  if (isTurnTaken) return false;
  isTurnTaken = true;
  requestAnimationFrame(() => {
    isTurnTaken = false;
  });
  return true;
}
