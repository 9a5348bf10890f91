/** The field type `json`: any JSON, in a code editor that is loaded when it is needed. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Code, LateSkeleton } from '../ui/index.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { PRESENCE } from './operators.ts';

const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }));

const SHOWN_CHARACTERS = 120;
const EDITOR_HEIGHT = 96;

export const jsonType: StudioFieldType = {
  name: 'json',
  Input: JsonInput,
  Cell: JsonCell,
  operators: PRESENCE,
  text: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
};

function JsonInput(properties: InputProps): ReactNode {
  return (
    <Suspense fallback={<LateSkeleton height={EDITOR_HEIGHT} />}>
      <JsonEditor {...properties} />
    </Suspense>
  );
}

function JsonCell({ value }: CellProps): ReactNode {
  if (value === undefined) return null;
  return <Code>{JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}</Code>;
}
