/** The address of the person's own under which other calendar programs read the calendar. It is shown once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { calendarFeedQuery } from '../../api/calendar.ts';
import { api, bodyOf } from '../../api/client.ts';
import { Moment } from '../../frame/moments.tsx';
import { Pending } from '../../frame/pending.tsx';
import { Problem } from '../../frame/problem.tsx';
import { ShownOnce } from '../../frame/shown-once.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { usePlace } from '../../frame/use-place.ts';
import { useRefresh } from '../../frame/use-refresh.ts';
import { Button, Group, Modal, Stack, Text } from '../../ui/index.ts';

export function Subscription({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const title = t`Subscribe to the calendar`;
  const place = usePlace();
  const { data, error, refetch } = useQuery(calendarFeedQuery(place));
  const [url, setUrl] = useState<string | null>(null);
  const { make, end, problem, busy } = useFeed(title, setUrl);
  return (
    <Modal opened onClose={onClose} title={title} size="lg" centered>
      <Stack gap="sm">
        <Problem error={problem} />
        <Text size="sm">
          <Trans>
            Other calendar programs can show this calendar. They read it under an address of your own: whoever has it
            sees titles and times, and nothing else.
          </Trans>
        </Text>
        {data === undefined && <Pending error={error} again={() => void refetch()} height={56} />}
        {url !== null && <ShownOnce title={t`Address of the calendar`} secret={url} onDone={() => setUrl(null)} />}
        {data !== undefined && url === null && (
          <Feed createdAt={data.created_at} busy={busy} onMake={() => void make()} onEnd={() => void end()} />
        )}
      </Stack>
    </Modal>
  );
}

interface FeedProperties {
  readonly createdAt: string | null;
  readonly busy: boolean;
  readonly onMake: () => void;
  readonly onEnd: () => void;
}

function Feed({ createdAt, busy, onMake, onEnd }: FeedProperties): ReactNode {
  if (createdAt === null)
    return (
      <Group justify="flex-end">
        <Button loading={busy} onClick={onMake} data-autofocus>
          <Trans>Make an address</Trans>
        </Button>
      </Group>
    );
  return (
    <>
      <Text size="sm">
        <Trans>
          Your address was made <Moment at={createdAt} inSentence />. If you have lost it, make a new one; the one that
          you have stops working.
        </Trans>
      </Text>
      <Group justify="flex-end">
        <Button variant="default" loading={busy} onClick={onEnd}>
          <Trans>Revoke the address</Trans>
        </Button>
        <Button variant="default" loading={busy} onClick={onMake}>
          <Trans>Make a new address</Trans>
        </Button>
      </Group>
    </>
  );
}

function useFeed(title: string, show: (url: string | null) => void) {
  const { space, environment } = usePlace();
  const { problem, busy, run } = useAttempt(title);
  const refresh = useRefresh(calendarFeedQuery({ space, environment }).queryKey);
  const params = { path: { space_id: space, environment } };
  const make = () =>
    run(async () => {
      const { url } = await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/calendar/feed', { params }));
      show(url);
      await refresh();
    });
  const end = () =>
    run(async () => {
      await bodyOf(api.DELETE('/spaces/{space_id}/environments/{environment}/calendar/feed', { params }));
      await refresh();
    });
  return { make, end, problem, busy };
}
