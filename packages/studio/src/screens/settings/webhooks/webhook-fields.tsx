/** The inputs of a webhook, in a form that makes one or changes it. */
import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { environmentsQuery } from '../../../api/queries.ts';
import { useContentTypes, usePlace } from '../../../frame/use-place.ts';
import { MultiSelect, NumberInput, TextInput } from '../../../ui/index.ts';
import { EventChoice } from './event-choice.tsx';
import { HeaderLines } from './header-lines.tsx';
import type { WebhookValues } from './webhook-values.ts';

const DEBOUNCE_SECONDS_MAX = 3_600;

interface WebhookFieldsProperties {
  readonly values: WebhookValues;
  readonly set: <Name extends keyof WebhookValues>(name: Name, value: WebhookValues[Name]) => void;
}

export function WebhookFields({ values, set }: WebhookFieldsProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const environments = useSuspenseQuery(environmentsQuery(space)).data;
  const types = useContentTypes();
  const typeChoices = types.map((type) => ({ value: type.api_id, label: type.name }));
  const environmentChoices = environments.map(({ name }) => ({ value: name, label: name }));
  return (
    <>
      <TextInput
        label={t`Name`}
        description={t`What it is for, such as: search index.`}
        name="name"
        required
        maxLength={255}
        value={values.name}
        onChange={({ currentTarget }) => set('name', currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t`Address`}
        description={t`Where the requests go, on the public internet.`}
        name="url"
        placeholder="https://search.example.com/hooks"
        required
        maxLength={2_048}
        dir="ltr"
        value={values.url}
        onChange={({ currentTarget }) => set('url', currentTarget.value)}
      />
      <EventChoice events={values.events} onChange={(events) => set('events', events)} />
      <MultiSelect
        label={t`Content types`}
        description={t`Only events about these. Leave empty for all, and to hear of files and environments.`}
        data-path="filters.content_types"
        data={withOthers(typeChoices, values.content_types)}
        value={[...values.content_types]}
        onChange={(chosen) => set('content_types', chosen)}
        searchable
        clearable
      />
      <MultiSelect
        label={t`Environments`}
        description={t`Leave empty for all environments, including new ones.`}
        data-path="filters.environments"
        data={withOthers(environmentChoices, values.environments)}
        value={[...values.environments]}
        onChange={(chosen) => set('environments', chosen)}
        clearable
      />
      <NumberInput
        label={t`Combine events within (seconds)`}
        description={t`Several changes in a row become one request, about the last of them. 0 sends each.`}
        name="debounce_seconds"
        min={0}
        max={DEBOUNCE_SECONDS_MAX}
        allowDecimal={false}
        value={values.debounce_seconds}
        onChange={(seconds) => set('debounce_seconds', Number(seconds))}
      />
      <HeaderLines lines={values.headers} onChange={(headers) => set('headers', headers)} />
    </>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices, and what is chosen although there is no such thing any more. */
function withOthers(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const gone = chosen.filter((value) => choices.every((choice) => choice.value !== value));
  return [...choices, ...gone.map((value) => ({ value, label: value }))];
}
