/** What a field gives to those who let a language model write into it. */
import type { ComponentType } from 'react';
import type { AssistTool } from '../rich-text/editor-props.ts';
import type { ValueModel } from './field-type.ts';
import { limitsOf } from './limits.ts';

export interface AssistMenuProps {
  /** Of the field. */
  readonly id: string;
  readonly locale: string;
  /** Of a rich text: where its menu stands, and the part of it that is meant. */
  readonly tool?: AssistTool;
}

/** The menu of what a language model can do with a value. */
export type AssistMenu = ComponentType<AssistMenuProps>;

/** Whether a value is a text that people write as they like: no choice, no address, no code with a pattern. */
export function isProse(field: ValueModel): boolean {
  const { type } = field;
  if (type !== 'string' && type !== 'text' && type !== 'rich_text') return false;
  const limits = limitsOf(field);
  return limits.in === undefined && limits.format === undefined && limits.pattern === undefined;
}
