/** When a link ends, or that it has ended. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Moment } from '../../../frame/moments.tsx';
import { Text } from '../../../ui/index.ts';

export function LinkEnd({ at }: { readonly at: string }): ReactNode {
  if (Date.parse(at) > Date.now()) return <Moment at={at} />;
  return (
    <Text size="sm" c="dimmed">
      <Trans>
        Ended <Moment at={at} inSentence />
      </Trans>
    </Text>
  );
}
