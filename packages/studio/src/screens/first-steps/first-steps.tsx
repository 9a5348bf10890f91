/** An empty space: three steps that do the thing. Make a type, publish something, read it as a site would. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SearchProblem } from '../../fields/links/result-states.tsx';
import { firstStepsQuery, stepsDone } from '../../frame/first-steps.ts';
import { Screen } from '../../frame/screen.tsx';
import { useMayModel, useModelLock } from '../../frame/use-model-lock.ts';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { Code, Group, LinkAnchor, LinkButton, Progress, Stack, Text } from '../../ui/index.ts';
import { ReadStep } from './read-step.tsx';
import { StarterChoice } from './starter-choice.tsx';
import { Step } from './step.tsx';

export function FirstSteps(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const mayModel = useMayModel();
  const keptAt = useModelLock();
  const { data: state, error, refetch } = useQuery(firstStepsQuery(place));
  const isPublished = state?.isPublished ?? false;

  return (
    <Screen title={t`First steps`} about={<Trans>From an empty space to content that your site can show.</Trans>}>
      <Stack gap="xl" maw={720}>
        <SearchProblem error={error} again={() => void refetch()} />
        {state !== undefined && <StepsBar {...stepsDone(state)} />}
        <Step number={1} title={t`Choose a starting point`} done={types.length > 0}>
          {mayModel ? (
            <>
              <Text size="sm">
                <Trans>
                  A content type says which fields an entry has. Start with a set, and change it as you like.
                </Trans>
              </Text>
              <StarterChoice />
              <Text size="sm">
                <Trans>
                  Nothing that fits?{' '}
                  <LinkAnchor to="/spaces/$space/$environment/model" params={place}>
                    Model your own types
                  </LinkAnchor>
                </Trans>
              </Text>
              <ImportCommand space={place.space} />
            </>
          ) : keptAt !== null ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Trans>The model of this environment is kept at {keptAt}. Push its first content types from there.</Trans>
            </Text>
          ) : (
            <Text size="sm">
              <Trans>Ask a developer of this account to create the first content type.</Trans>
            </Text>
          )}
        </Step>
        <Step number={2} title={t`Write and publish`} done={isPublished} locked={types.length === 0}>
          <WriteStep hasDraft={state?.hasEntry === true && !isPublished} isDone={isPublished} />
        </Step>
        <Step number={3} title={t`Read it from your site`} done={state?.canRead === true} locked={!isPublished}>
          <ReadStep isDone={state?.canRead === true} />
        </Step>
      </Stack>
    </Screen>
  );
}

function StepsBar({ done, all }: { readonly done: number; readonly all: number }): ReactNode {
  const { t } = useLingui();
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={(done / all) * 100} flex={1} aria-label={t`First steps`} />
      <Text size="sm" c="dimmed">
        <Trans>
          {done} of {all} done
        </Trans>
      </Text>
    </Group>
  );
}

interface WriteStepProperties {
  readonly hasDraft: boolean;
  /** The one filled button is that of the next step. */
  readonly isDone: boolean;
}

function WriteStep({ hasDraft, isDone }: WriteStepProperties): ReactNode {
  const place = usePlace();
  const types = useContentTypes();
  const type =
    types.find(({ api_id: id }) => id === 'article') ?? types.find(({ slug_field: id }) => id !== null) ?? types[0];
  if (type === undefined) return null;
  return (
    <>
      <Text size="sm">
        <Trans>Your site can only read what is published. Drafts stay with your team.</Trans>
      </Text>
      <Group gap="xs">
        <LinkButton
          to="/spaces/$space/$environment/content/new/$type"
          params={{ ...place, type: type.api_id }}
          variant={hasDraft || isDone ? 'default' : 'filled'}
        >
          <Trans>New {type.name}</Trans>
        </LinkButton>
        {hasDraft && (
          <LinkButton to="/spaces/$space/$environment/content" params={place} search={{ status: 'draft' }}>
            <Trans>Publish a draft</Trans>
          </LinkButton>
        )}
      </Group>
    </>
  );
}

/**
 * The import, as it is run in a checkout or the folder of a package, and with the image, which has no npm: whoever imports may
 * do so on any machine that reaches the service.
 */
function ImportCommand({ space }: { readonly space: string }): ReactNode {
  const { t } = useLingui();
  const target = `--url ${location.origin} --space ${space}`;
  return (
    <Stack gap="xs" component="details">
      <Text size="sm" c="dimmed" component="summary">
        <Trans>Coming from Contentful, WordPress or Strapi?</Trans>
      </Text>
      <Text size="sm">
        <Trans>
          Create a management key in the settings, export your content, and run this in the folder where Lectern is
          installed:
        </Trans>
      </Text>
      <Code block tabIndex={0} aria-label={t`Command to import`}>
        {`LECTERN_TOKEN=cms_mgm_… npm run lectern -- import contentful export.json \\\n  ${target}`}
      </Code>
      <Text size="sm">
        <Trans>Or, if you use the container image, in the folder of your export:</Trans>
      </Text>
      <Code block tabIndex={0} aria-label={t`Command to import with the container image`}>
        {`docker run --rm -e LECTERN_TOKEN=cms_mgm_… -v "$PWD":/export:ro lectern \\\n  import contentful /export/export.json ${target}`}
      </Code>
    </Stack>
  );
}
