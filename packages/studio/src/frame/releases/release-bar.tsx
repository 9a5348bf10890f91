/** Tells whoever works in a release that they do, and what becomes of what they write. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { releaseQuery } from '../../api/releases.ts';
import type { Release } from '../../api/types.ts';
import { loadWords } from '../../languages/languages.ts';
import { ReleaseIcon } from '../../ui/icons.ts';
import { Button, LinkAnchor } from '../../ui/index.ts';
import { useTimeWords } from '../schedule/use-time-words.ts';
import { usePlace } from '../use-place.ts';
import styles from './release-bar.module.css';
import { CONTENT, useGoToRelease } from './use-go-to-release.ts';

const ICON_SIZE = 16;
/** Screens whose content a release does not have. */
const APPLIES_AT_ONCE = /^\/spaces\/[^/]+\/[^/]+\/(media|model|settings)(\/|$)/;

interface ReleaseBarProperties {
  /** Id of the release. */
  readonly id: string;
}

export async function loadReleaseBar(): Promise<ComponentType<ReleaseBarProperties>> {
  await loadWords('releases');
  return ReleaseBar;
}

function ReleaseBar({ id }: ReleaseBarProperties): ReactNode {
  const place = usePlace();
  const goTo = useGoToRelease();
  const { data: release, error } = useQuery(releaseQuery(place, id));
  const isElsewhere = release !== undefined && !isOf(release, place);
  // Who goes to another environment by a link works on its drafts.
  useEffect(() => {
    if (isElsewhere) goTo(undefined);
  });
  return (
    <div className={styles.bar}>
      <ReleaseIcon size={ICON_SIZE} aria-hidden className={styles.icon} />
      <div role="status" className={styles.words}>
        {release !== undefined && !isElsewhere && <Words release={release} />}
        {release === undefined && error !== null && <Failed error={error} />}
      </div>
      <Button variant="default" size="compact-sm" flex="none" onClick={() => goTo(undefined)}>
        <Trans comment="Button that ends working in a release; what was written stays in it">Leave</Trans>
      </Button>
    </div>
  );
}

function isOf({ space_id: space, environment }: Release, place: ReturnType<typeof usePlace>): boolean {
  return space === place.space && environment === place.environment;
}

function Failed({ error }: { readonly error: Error }): ReactNode {
  const isGone = error instanceof ApiProblem && error.status === 404;
  return isGone ? <Trans>This release does not exist any more.</Trans> : error.message;
}

function Words({ release }: { readonly release: Release }): ReactNode {
  const place = usePlace();
  const { id, name, entries } = release;
  const link = (
    <LinkAnchor
      to="/spaces/$space/$environment/releases/$release"
      params={{ ...place, release: id }}
      inherit
      underline="always"
      fw={600}
    >
      <bdi>{name}</bdi>
    </LinkAnchor>
  );
  return (
    <>
      <Trans comment="{link} is the name of a release">
        You are working in {link}, <Plural value={entries} one="# entry" other="# entries" />.
      </Trans>{' '}
      <WhatHappens release={release} />
    </>
  );
}

/** What becomes of what is written on the screen that is shown. */
function WhatHappens({ release: { state, onto, publish_at: publishAt } }: { readonly release: Release }): ReactNode {
  const time = useTimeWords();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (APPLIES_AT_ONCE.test(path)) return <Trans>What you change on this screen applies at once.</Trans>;
  if (state === 'open' || state === 'failed') {
    if (!CONTENT.test(path)) return <Trans>Open content to change it in the release.</Trans>;
    if (onto === 'drafts') return <Trans>Drafts stay as they are until it is applied.</Trans>;
    return <Trans>Nothing is published until it goes out.</Trans>;
  }
  if (state === 'scheduled' && publishAt !== null) {
    const when = time(publishAt);
    return <Trans>It goes out by itself on {when}.</Trans>;
  }
  return <Trans>Nothing in it can be changed any more.</Trans>;
}
