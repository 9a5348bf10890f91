/** An empty space: three steps that do the thing. Make a type, write something, read it as a site would. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readPage } from '../../api/pages.ts';
import type { Entry } from '../../api/types.ts';
import { Screen } from '../../frame/screen.tsx';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { Code, LinkButton, Stack, Text } from '../../ui/index.ts';
import { ReadStep } from './read-step.tsx';
import { StarterChoice } from './starter-choice.tsx';
import { Step } from './step.tsx';

export function FirstSteps(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const mayModel = usePermission('content_type.manage');
  const isWritten = useHasEntry('');
  // Of the published ones: a draft that was begun since then locks nothing.
  const isPublished = useHasEntry('&status=published,changed');
  const type =
    types.find(({ api_id: id }) => id === 'article') ?? types.find(({ slug_field: id }) => id !== null) ?? types[0];

  return (
    <Screen title={t`First steps`} about={<Trans>From an empty space to an answer that your site can show.</Trans>}>
      <Stack gap="md" maw={760}>
        <Step number={1} title={t`Choose a starting point`} done={types.length > 0}>
          {mayModel ? (
            <>
              <Text size="sm">
                <Trans>
                  Content types give entries their fields. Begin with a model that is ready, and change it as you like.
                </Trans>
              </Text>
              <StarterChoice />
              <Text size="sm" c="dimmed">
                <Trans>Coming from another system? Export there, then import it here with one command:</Trans>
              </Text>
              <Code
                block
                tabIndex={0}
                aria-label={t`Command to import`}
              >{`npx lectern import contentful export.json --url ${location.origin} --space ${place.space}`}</Code>
            </>
          ) : (
            <Text size="sm">
              <Trans>A developer of this account makes the first content type.</Trans>
            </Text>
          )}
        </Step>
        <Step number={2} title={t`Write`} done={isWritten} locked={types.length === 0}>
          {type !== undefined && (
            <LinkButton
              to="/spaces/$space/$environment/content/new/$type"
              params={{ ...place, type: type.api_id }}
              w="fit-content"
            >
              <Trans>Write the first {type.name}</Trans>
            </LinkButton>
          )}
        </Step>
        <Step number={3} title={t`Read`} done={false} locked={!isPublished}>
          <ReadStep />
        </Step>
      </Stack>
    </Screen>
  );
}

/** Whether there is an entry that a query finds. @param query behind the other parameters */
function useHasEntry(query: string): boolean {
  const { space, environment } = usePlace();
  const path = `/spaces/${space}/environments/${environment}/entries?limit=1&select=slug${query}`;
  const found = useQuery({
    queryKey: [space, environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
  });
  return (found.data?.total ?? 0) > 0;
}
