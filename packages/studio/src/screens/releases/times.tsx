/** When a release goes out and ends by itself, and why it did not: what people are told of its schedule. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Release } from '../../api/types.ts';
import { useTimeSentence } from '../../frame/schedule/use-time-words.ts';
import { usePermission } from '../../frame/use-place.ts';
import { Alert, Stack, Text } from '../../ui/index.ts';

const SECONDS_PER_HOUR = 3_600;

/** The times that are still to come. */
export function Times({ release }: { readonly release: Release }): ReactNode {
  const say = useTimeSentence();
  const { state, publish_at: publishAt, ends_at: endsAt, time_zone: zone, failure } = release;
  const hasEnd = endsAt !== null && (state === 'scheduled' || (state === 'published' && failure === null));
  return (
    <>
      {state === 'scheduled' && publishAt !== null && (
        <Text size="sm" fw={500}>
          <Trans comment="Of a release, such as: Goes out Tuesday 1 December, 09:00 in Berlin, in 3 days">
            Goes out {say(publishAt, zone)}
          </Trans>
        </Text>
      )}
      {hasEnd && (
        <Text size="sm">
          <Trans comment="Of a release, such as: Is taken back Friday 4 December, 18:00 in Berlin, in 6 days">
            Is taken back {say(endsAt, zone)}
          </Trans>
        </Text>
      )}
    </>
  );
}

/** Why it did not go out, or was not taken back, and what to do. */
export function Failure({ release }: { readonly release: Release }): ReactNode {
  const { t } = useLingui();
  const say = useTimeSentence();
  const mayPublish = usePermission('change_set.publish');
  const reason = useReason(release);
  const { state, publish_at: publishAt, ends_at: endsAt, time_zone: zone } = release;
  if (reason === null || (state !== 'failed' && state !== 'published')) return null;
  const isEnd = state === 'published';
  const at = isEnd ? endsAt : publishAt;
  const when = at === null ? '' : say(at, zone);
  return (
    <Alert
      color="red"
      variant="light"
      role="status"
      title={isEnd ? t`It was not taken back at its end` : t`It did not go out at its time`}
    >
      <Stack gap={4}>
        <Text size="sm">{when}</Text>
        <Text size="sm">{reason}</Text>
        <Text size="sm">
          {!mayPublish ? (
            <Trans>Readers still see what they saw before. Ask an editor to look at it.</Trans>
          ) : isEnd ? (
            <Trans>Readers still see it. To take it back now, choose “Undo…”.</Trans>
          ) : (
            <Trans>Nothing of it was published. Put this right, then publish it or schedule it again.</Trans>
          )}
        </Text>
      </Stack>
    </Alert>
  );
}

/** Why it failed, in a sentence or two; null where nothing did. */
function useReason({ failure }: Release): ReactNode {
  if (failure === null) return null;
  switch (failure.code) {
    case 'conflict':
      return <Trans>Other values had been published in the meantime. Choose which ones stand.</Trans>;
    case 'validation_failed':
      return failure.errors.length > 0 ? (
        <Plural
          value={failure.errors.length}
          one="# value kept it from being published, and has to be corrected."
          other="# values kept it from being published, and have to be corrected."
        />
      ) : (
        <Trans>Something in it has to be corrected.</Trans>
      );
    case 'insufficient_permission':
    case 'unauthenticated':
      return <Trans>Whoever scheduled it may no longer publish, or has left.</Trans>;
    case 'account_suspended':
      return <Trans>The account was suspended.</Trans>;
    case 'late':
      return (
        <Plural
          value={Math.max(1, Math.round(failure.late_by / SECONDS_PER_HOUR))}
          one="The service was away, and came back about # hour too late."
          other="The service was away, and came back about # hours too late."
        />
      );
    default:
      return failure.message;
  }
}
