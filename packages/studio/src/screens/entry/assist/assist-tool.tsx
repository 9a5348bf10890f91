/** What shows on the screen of a language model, by where it stands: one component, so that the editor knows of one. */
import type { ReactNode } from 'react';
import type { AssistMenuProps } from '../../../fields/assist.ts';
import { AssistMenu } from './assist-menu.tsx';
import { AssistPanel, type AssistPanelProperties } from './assist-panel.tsx';
import { AssistItems, TranslateButton } from './entry-items.tsx';
import type { Task } from './tasks.ts';

export type AssistToolProperties =
  /** The menu at a text. */
  | (AssistMenuProps & { readonly at?: undefined })
  /** Among *More actions* of the entry. */
  | { readonly at: 'entry' }
  /** Below the choice of languages. */
  | { readonly at: 'locales'; onPress(): void }
  /** What was asked, and what came of it. */
  | (AssistPanelProperties & { readonly at: 'side' });

export function AssistTool(properties: AssistToolProperties): ReactNode {
  switch (properties.at) {
    case 'entry':
      return <AssistItems />;
    case 'locales':
      return <TranslateButton {...properties} />;
    case 'side':
      return <AssistPanel key={keyOf(properties.task)} {...properties} />;
    default:
      return <AssistMenu {...properties} />;
  }
}

const keys = new WeakMap<Task, number>();
let last = 0;

/** Another one for each task: a panel is for one. */
function keyOf(task: Task): number {
  const key = keys.get(task) ?? ++last;
  keys.set(task, key);
  return key;
}
