/** Whether a webhook works: a word, with a shape before it. */
import type { ReactNode } from 'react';
import { Text } from '../../../ui/index.ts';
import { useStateWords, type WebhookState } from './webhook-words.ts';
import styles from './webhooks.module.css';

const COLOURS: Readonly<Record<WebhookState, string>> = {
  on: 'var(--ink)',
  failing: 'var(--failed)',
  paused: 'var(--failed)',
  off: 'var(--ink-quiet)',
};

export function StateBadge({ state }: { readonly state: WebhookState }): ReactNode {
  const words = useStateWords();
  return (
    <Text size="sm" c={COLOURS[state]} style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden className={`${styles.shape} ${styles[state]}`} />
      {words[state]}
    </Text>
  );
}
