/** How an attempt ended, in a line. */
import type { ReactNode } from 'react';
import type { WebhookAttempt } from '../../../api/types.ts';
import { Text } from '../../../ui/index.ts';
import { useOutcomeWords } from './webhook-words.ts';

/** How an attempt ended, in a word with its status and time. */
export function Outcome({ attempt }: { readonly attempt: WebhookAttempt }): ReactNode {
  const { result } = useOutcomeWords()(attempt);
  const { status, status_code: code, duration_ms: ms } = attempt;
  return (
    <Text size="sm" c={status === 'failed' ? 'var(--failed)' : 'inherit'} span>
      {[result, code, ms === null ? null : `${ms} ms`].filter((part) => part !== null).join(' · ')}
    </Text>
  );
}
