/** What came of a merge, and the way to undo it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { MergeResult } from '../../../../api/types.ts';
import { usePlace } from '../../../../frame/use-place.ts';
import { Button, Group, LinkButton, Section, Stack, Text } from '../../../../ui/index.ts';
import { ChangedCounts } from './changed-counts.tsx';
import { ChangeLists } from './plan-summary.tsx';

interface MergedProperties {
  readonly merge: MergeResult;
  /** Looks what is left to merge. */
  readonly onAgain: () => void;
}

export function Merged({ merge, onAgain }: MergedProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { from, into, id } = merge;
  return (
    <Section title={t`${from} is merged into ${into}`}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          <ChangedCounts changed={merge.changed} />
        </Text>
        {!merge.complete && (
          <Text size="sm" c="var(--failed)" role="alert">
            <Trans>It stopped after some parts. Merge once more to bring the rest.</Trans>
          </Text>
        )}
        <ChangeLists changes={merge} />
        <Group gap="xs">
          {id !== null && (
            <LinkButton
              to="/spaces/$space/$environment/settings/environments/merges"
              params={place}
              search={{ into, open: id } as never}
              variant="default"
            >
              <Trans>Review or undo it</Trans>
            </LinkButton>
          )}
          <Button variant="default" onClick={onAgain}>
            <Trans>Is anything left to merge?</Trans>
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
