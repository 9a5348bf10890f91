/** Sends a test: about an entry of the space, or about one that does not exist. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type EventKind, eventKinds } from '../../../../../contract/src/event-kinds.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { readPage } from '../../../api/pages.ts';
import type { Entry, Webhook } from '../../../api/types.ts';
import { nameOf, titleSelection } from '../../../fields/links/entry-titles.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { stringifySearch } from '../../../frame/search-params.ts';
import { useChangeAddress } from '../../../frame/use-address.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../../frame/use-place.ts';
import { Select, Text, useDebouncedValue } from '../../../ui/index.ts';
import { nameOfAttempt, useRefreshWebhooks, useWebhookPath } from './use-webhooks.ts';
import { useEventNames } from './webhook-words.ts';

const ENTRIES_OFFERED = 20;
const ASK_AFTER_MS = 200;

interface TestDialogProperties {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function TestDialog({ webhook, onClose }: TestDialogProperties): ReactNode {
  const { t } = useLingui();
  const path = useWebhookPath(webhook.id);
  const refresh = useRefreshWebhooks();
  const change = useChangeAddress();
  const names = useEventNames();
  const [entry, setEntry] = useState<string | null>(null);
  const [event, setEvent] = useState<EventKind>(webhook.events[0] ?? 'entry.publish');
  const send = async () => {
    const body = { event, ...(entry === null ? {} : { entry_id: entry }) };
    const made = await bodyOf(api.POST('/spaces/{space_id}/webhooks/{webhook_id}/test', { params: { path }, body }));
    await refresh();
    change({ attempt: nameOfAttempt(made) });
  };
  return (
    <FormDialog title={t`Send a test`} action={t`Send`} onSubmit={send} onClose={onClose}>
      <Text size="sm">
        <Trans>One request, whatever the webhook listens to, and also while it is off. It changes nothing here.</Trans>
      </Text>
      <Select
        label={t`Event`}
        data-path="event"
        data={eventKinds.map((kind) => ({ value: kind, label: names[kind] }))}
        value={event}
        onChange={(kind) => kind !== null && setEvent(kind as EventKind)}
        allowDeselect={false}
      />
      {event.startsWith('entry.') && <EntrySelect value={entry} onChange={setEntry} />}
    </FormDialog>
  );
}

interface EntrySelectProperties {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

function EntrySelect({ value, onChange }: EntrySelectProperties): ReactNode {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), ASK_AFTER_MS);
  const query = { select: titleSelection(types), limit: ENTRIES_OFFERED, ...(words === '' ? {} : { q: words }) };
  const path = `/spaces/${space}/environments/${environment}/entries${stringifySearch(query)}`;
  const { data } = useQuery({
    queryKey: [space, environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
    placeholderData: (before) => before,
  });
  const choices = (data?.items ?? []).map((entry) => ({ value: entry.id, label: nameOf(entry, types, locale) }));
  return (
    <Select
      label={t`Entry`}
      description={t`Type to search. Leave empty to send an invented one.`}
      data-path="entry_id"
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t`No entry matches`}
      clearable
    />
  );
}
