/** The screens of environments that were changed apart. */
import type { Scene } from '../../../testing/src/given.ts';
import { growApart, untilReady } from './branch.ts';
import { heading, type ScreenState } from './screen-state.ts';

interface Settings {
  readonly scene: Scene;
  /** Of the settings, behind `/studio`. */
  readonly path: string;
}

export function environmentScreens({ scene, path }: Settings): readonly ScreenState[] {
  const address = `${scene.url}/studio${path}/environments`;
  return [
    {
      name: 'environments-compare',
      path: `${path}/environments/compare`,
      shows: heading('Settings'),
      opens: async (page) => {
        await apart(scene);
        await page.goto(`${address}/compare?from=spring&to=next`);
        await page.getByRole('button', { name: /^A new crane for the west quay/ }).click();
        return page.getByRole('heading', { name: 'Title · en-US · Changed in both' });
      },
    },
  ];
}

/** Two environments that screens compare and merge, made once: what they hold shows in no other screen. */
async function apart(scene: Scene): Promise<void> {
  const { owner, space } = scene;
  const known = await owner.get(`${space}/environments`, 200);
  if (known.text.includes('"spring"')) return;
  await untilReady(scene, 'next');
  await owner.post(`${space}/environments/next/clone`, { name: 'spring' }, 201);
  await untilReady(scene, 'spring');
  await growApart(scene, { from: 'spring', into: 'next' });
}
