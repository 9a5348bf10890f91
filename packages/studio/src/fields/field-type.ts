/**
 * The interface of a field type in Studio: how a value of it is edited, shown in a list, filtered by and compared.
 * One file a type implements it; `registry.ts` lists them. Outside of this folder, only the screen of the model knows types by
 * name.
 */
import type { ComponentType } from 'react';
import type { Operator } from '../../../contract/src/operators.ts';
import type { Field, FieldType as FieldTypeName } from '../api/types.ts';
import type { Unfinished } from '../drafts/types.ts';

/** What the model says of a value: a field of a content type, or the items of an array. */
export interface ValueModel {
  readonly id: string;
  readonly name: string;
  readonly type: FieldTypeName;
  readonly items?: Field['items'];
  readonly validations?: Field['validations'];
  readonly localized?: boolean;
  readonly required?: boolean;
  /** What a field of type `component` or `blocks` holds. */
  readonly component?: Field['component'];
  readonly components?: Field['components'];
}

/** What an input is given. It shows `value`, whoever changes it, and says what it becomes. */
export interface InputProps {
  /** Id of the control that the label names. */
  readonly id: string;
  /** Id of the label, for controls that a `<label>` cannot name. */
  readonly labelledBy: string;
  /** Ids of help, limits and problems. */
  readonly describedBy: string | undefined;
  readonly field: ValueModel;
  /** Undefined where there is none. */
  readonly value: unknown;
  /** What was typed and is no value yet; undefined where nothing is. It is shown, as the draft keeps it. */
  readonly unfinished: Unfinished | undefined;
  /** The value that readers get as long as there is none here; shown as a placeholder. */
  readonly fallback: unknown;
  /** Code of the locale that the value is written in. */
  readonly locale: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  /** Takes the new value; undefined removes it. It ends what was unfinished in its place. */
  onChange(value: unknown): void;
  /** Takes what is typed and is no value yet; undefined ends it. */
  onUnfinished(unfinished: Unfinished | undefined): void;
}

/** What shows a value in one line, in a list or in a version. */
export interface CellProps {
  readonly field: ValueModel;
  readonly value: unknown;
}

/** What edits the operand of a filter: its text as it stands in the query string. */
export interface OperandProps {
  readonly label: string;
  readonly field: ValueModel;
  readonly value: string;
  onChange(value: string): void;
}

export interface StudioFieldType {
  readonly name: FieldTypeName;
  readonly Input: ComponentType<InputProps>;
  readonly Cell: ComponentType<CellProps>;
  /** What a list can be filtered by, the usual one first. */
  readonly operators: readonly Operator[];
  /** Missing where the only operator is `exists`. */
  readonly Operand?: ComponentType<OperandProps>;
  /** The value as text, by which two versions are compared word by word; '' without a value. */
  text(value: unknown): string;
  /**
   * How two values are compared; word by word by their texts where it is missing. `blocks`: as rich text. `lines`: line by
   * line. `items`: by the items of a list. `whole`: one after the other, each as it is shown. `structure`: block by block, and field by field inside.
   */
  readonly comparison?: 'blocks' | 'lines' | 'items' | 'whole' | 'structure';
  /** How long a value is, where the model may limit that: characters of text, items of an array. */
  readonly length?: { readonly of: (value: unknown) => number; readonly unit: 'characters' | 'items' };
}
