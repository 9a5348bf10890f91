/**
 * A code editor for JSON. Only text that is JSON, with numbers that are kept exactly, becomes the value; other text stays in the
 * editor and the draft, with its errors by line, and the last value stays saved.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { inexactNumberIn } from '../../../contract/src/exact-numbers.ts';
import { sameJson } from '../../../contract/src/same-json.ts';
import { styleNonce, Text } from '../ui/index.ts';
import type { InputProps } from './field-type.ts';
import styles from './fields.module.css';

const INDENT = 2;
/** Of a number in a message. */
const SHOWN_CHARACTERS = 40;

export function JsonEditor(properties: InputProps): ReactNode {
  const { id, labelledBy, describedBy, value, invalid, readOnly } = properties;
  const unfinished = properties.unfinished?.texts[0];
  const unreadable = unfinished !== undefined;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** What the editor holds, as a value or as text that is none, so that an echo of it is told from a change by somebody else. */
  const held = useRef<Held>({ value, unfinished });
  const now = useRef(properties);
  now.current = properties;

  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const editor = new EditorView({ parent, state: stateFor(textOf(held.current), read) });
    view.current = editor;
    return () => editor.destroy();

    function read(text: string): void {
      if (text === textOf(held.current)) return;
      const parsed = parse(text);
      if (parsed === null) {
        held.current = { value: now.current.value, unfinished: text };
        now.current.onUnfinished({ texts: [text], hidesValue: true });
      } else {
        held.current = { value: parsed.value, unfinished: undefined };
        now.current.onChange(parsed.value);
      }
    }
  }, []);

  // In the task of the change: an echo that came after the next key would be taken for somebody else's.
  useLayoutEffect(() => {
    const before = held.current;
    held.current = { value, unfinished };
    // What others write meanwhile waits until there is no text that would go.
    if (before.unfinished === unfinished && (unfinished !== undefined || sameJson(before.value, value))) return;
    const editor = view.current;
    editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: textOf(held.current) } });
  }, [value, unfinished]);

  useEffect(() => {
    const attributes = {
      id,
      'aria-labelledby': labelledBy,
      'aria-invalid': String(invalid || unreadable),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    };
    view.current?.dispatch({
      effects: [
        shape.reconfigure(EditorView.contentAttributes.of(attributes)),
        access.reconfigure(EditorState.readOnly.of(readOnly)),
      ],
    });
  }, [id, labelledBy, describedBy, invalid, unreadable, readOnly]);

  return (
    <>
      <div ref={place} className={styles.code} data-invalid={invalid || unreadable || undefined} dir="ltr" />
      {unreadable && <NotSaved text={unfinished} />}
    </>
  );
}

/** Why a text is not saved. */
function NotSaved({ text }: { readonly text: string }): ReactNode {
  const inexact = isJson(text) ? inexactNumberIn(text)?.slice(0, SHOWN_CHARACTERS) : undefined;
  return (
    <Text size="xs" c="var(--failed)" role="status">
      {inexact === undefined ? (
        <Trans>This is not valid JSON yet. It is saved as soon as it is.</Trans>
      ) : (
        <Trans>{inexact} has too many digits to be stored exactly. Put it in quotes to save it as text.</Trans>
      )}
    </Text>
  );
}

interface Held {
  readonly value: unknown;
  readonly unfinished: string | undefined;
}

function textOf({ value, unfinished }: Held): string {
  return unfinished ?? written(value);
}

/**
 * Text as a value; undefined for blank text, and for `null`, which is how the API writes that there is none. Null for what is no
 * JSON, or has a number that would come back as another.
 */
function parse(text: string): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  if (!isJson(text) || inexactNumberIn(text) !== undefined) return null;
  return { value: (JSON.parse(text) as unknown) ?? undefined };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, INDENT);
}

const shape = new Compartment();
const access = new Compartment();

function stateFor(doc: string, onText: (text: string) => void): EditorState {
  return EditorState.create({
    doc,
    extensions: [
      EditorView.cspNonce.of(styleNonce),
      lineNumbers(),
      history(),
      json(),
      indentOnInput(),
      bracketMatching(),
      linter((view) => (view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view))),
      // Tab leaves the editor, as it leaves every other input.
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.lineWrapping,
      shape.of([]),
      access.of([]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onText(update.state.doc.toString());
      }),
    ],
  });
}
