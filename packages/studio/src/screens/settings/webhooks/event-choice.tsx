/** Which events a webhook hears of: all, or those that are ticked, by what they are about. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { type EventKind, type EventResource, eventKinds } from '../../../../../contract/src/event-kinds.ts';
import { Checkbox, Group, Radio, Stack, Text } from '../../../ui/index.ts';
import { useEventGroups, useEventNames } from './webhook-words.ts';

interface EventChoiceProperties {
  /** Empty for all. */
  readonly events: readonly EventKind[];
  readonly onChange: (events: readonly EventKind[]) => void;
}

export function EventChoice({ events, onChange }: EventChoiceProperties): ReactNode {
  const { t } = useLingui();
  const [isSome, setIsSome] = useState(events.length > 0);
  const choose = (what: string) => {
    setIsSome(what === 'some');
    if (what === 'all') onChange([]);
  };
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t`Events`}
        description={isSome && events.length === 0 ? t`Tick at least one, or all events are sent.` : undefined}
        value={isSome ? 'some' : 'all'}
        onChange={choose}
      >
        <Group gap="md" mt={4}>
          <Radio value="all" label={t`All events`} description={t`Except those of releases`} />
          <Radio value="some" label={t`Only some`} />
        </Group>
      </Radio.Group>
      {isSome && <SomeEvents events={events} onChange={onChange} />}
    </Stack>
  );
}

function SomeEvents({ events, onChange }: EventChoiceProperties): ReactNode {
  const groups = useEventGroups();
  return (
    <Group gap="lg" align="flex-start" ps="md">
      {(Object.keys(groups) as EventResource[]).map((resource) => (
        <EventGroup key={resource} resource={resource} name={groups[resource]} events={events} onChange={onChange} />
      ))}
    </Group>
  );
}

interface EventGroupProperties extends EventChoiceProperties {
  readonly resource: EventResource;
  readonly name: string;
}

function EventGroup({ resource, name, events, onChange }: EventGroupProperties): ReactNode {
  const names = useEventNames();
  const kinds = eventKinds.filter((kind) => kind.startsWith(`${resource}.`));
  const toggle = (kind: EventKind) =>
    onChange(eventKinds.filter((one) => (one === kind ? !events.includes(kind) : events.includes(one))));
  return (
    <Stack gap={6} role="group" aria-label={name}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          size="sm"
          label={names[kind]}
          checked={events.includes(kind)}
          onChange={() => toggle(kind)}
        />
      ))}
    </Stack>
  );
}
