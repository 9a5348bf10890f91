/** How far the first steps are, until all are done or the person puts them away. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { areFirstStepsClosed, closeFirstSteps, firstStepsQuery, stepsDone } from '../../frame/first-steps.ts';
import { usePlace } from '../../frame/use-place.ts';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionIcon, Group, LinkButton, Progress, Stack, Text } from '../../ui/index.ts';
import { Panel } from './panel.tsx';

const ICON_SIZE = 16;

export function FirstStepsPanel(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const [isClosed, setClosed] = useState(() => areFirstStepsClosed(place.space));
  const state = useQuery({ ...firstStepsQuery(place), enabled: !isClosed }).data;
  if (isClosed || state === undefined) return null;
  const { done, all } = stepsDone(state);
  if (done === all) return null;
  const close = () => {
    closeFirstSteps(place.space);
    setClosed(true);
  };
  return (
    <Panel
      title={t`First steps`}
      more={
        <ActionIcon size="sm" aria-label={t`Hide the first steps`} onClick={close}>
          <CloseIcon size={ICON_SIZE} aria-hidden />
        </ActionIcon>
      }
    >
      <Stack gap="sm" pt="sm">
        <Group gap="sm" wrap="nowrap">
          <Progress value={(done / all) * 100} flex={1} aria-label={t`First steps`} />
          <Text size="sm" c="dimmed">
            <Trans>
              {done} of {all} done
            </Trans>
          </Text>
        </Group>
        <LinkButton to="/spaces/$space/$environment/first-steps" params={place} variant="default">
          <Trans>Continue with the first steps</Trans>
        </LinkButton>
      </Stack>
    </Panel>
  );
}
