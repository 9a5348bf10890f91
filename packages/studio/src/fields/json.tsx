/** The field type `json`: any JSON, in a code editor that is loaded when it is needed. */
import type { ReactNode } from 'react';
import { Code, inPlace } from '../ui/index.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { PRESENCE } from './operators.ts';

const SHOWN_CHARACTERS = 120;
const EDITOR_HEIGHT = 96;
const JsonInput = inPlace<InputProps>(EDITOR_HEIGHT, async () => (await import('./json-editor.tsx')).JsonEditor);

export const jsonType: StudioFieldType = {
  name: 'json',
  Input: JsonInput,
  Cell: JsonCell,
  operators: PRESENCE,
  comparison: 'lines',
  text: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
};

function JsonCell({ value }: CellProps): ReactNode {
  if (value === undefined) return null;
  return <Code>{JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}</Code>;
}
