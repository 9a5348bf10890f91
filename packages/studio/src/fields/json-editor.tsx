/**
 * A code editor for JSON. Only text that is JSON becomes the value; other text stays in the editor, with its errors by
 * line, and the last value stays saved.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styleNonce, Text } from '../ui/index.ts';
import type { InputProps } from './field-type.ts';
import styles from './fields.module.css';

const INDENT = 2;

export function JsonEditor(properties: InputProps): ReactNode {
  const { id, labelledBy, describedBy, value, invalid, readOnly, onChange } = properties;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  /** What the editor holds as a value, so that an echo of it is told from a change by somebody else. */
  const held = useRef<unknown>(value);
  const change = useRef(onChange);
  change.current = onChange;

  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const editor = new EditorView({ parent, state: stateFor(written(held.current), read) });
    view.current = editor;
    return () => editor.destroy();

    function read(text: string): void {
      const parsed = parse(text);
      setUnreadable(parsed === null);
      if (parsed === null) return;
      held.current = parsed.value;
      change.current(parsed.value);
    }
  }, []);

  useEffect(() => {
    if (value === held.current) return;
    held.current = value;
    const editor = view.current;
    editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: written(value) } });
  }, [value]);

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
      {unreadable && (
        <Text size="xs" c="error" role="status">
          <Trans>This is not JSON yet. It is not saved until it is.</Trans>
        </Text>
      )}
    </>
  );
}

/** Text as a value; undefined for blank text. */
function parse(text: string): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
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
