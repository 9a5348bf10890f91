/**
 * The one way to set a scene for Studio: an account with a space, people, and browsers in which they are logged in. Each
 * case has a scene of its own, so that any runs alone by its name, and several run at once.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { Actor, type ApiResponse } from '../../../testing/src/client.ts';
import { describeFirstEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { given, joinAs, type Member, type Scene } from '../../../testing/src/given.ts';
import { type SlowProxy, startSlowProxy } from './slow-proxy.ts';
import { Studio } from './studio.ts';

/** While one waits for its browser, another has the processor. */
const SCENES_AT_ONCE = 3;
/** What the scenes of a file have in common. */
export interface Stage<Filled> {
  /** Variables of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of its browsers. */
  readonly options?: BrowserContextOptions;
  /** Whether browsers reach the service through a proxy of the scene, which loses and delays what a case wants. */
  readonly isProxied?: boolean;
  /** Puts into a new space what the cases need. @returns what they have to know of it */
  fill(given: Scene): Promise<Filled>;
}

/** Defines a case. Its scene is there when it runs, and closed after it. @param service `killable`: one in a process of its own */
export type Case<Filled> = (
  title: string,
  run: (scene: StudioScene<Filled>, test: TestContext) => Promise<void>,
  service?: 'shared' | 'killable',
) => void;

/** Defines a suite of cases about Studio, which share a service and a browser, and nothing in them. */
export function describeScenes<Filled>(name: string, stage: Stage<Filled>, define: (it: Case<Filled>) => void): void {
  describeFirstEngine(name, (engine) => {
    let shared: Studio;
    before(async () => {
      shared = await Studio.open({ engine, ...stage });
    });
    after(() => shared.close());

    const inScene: Case<Filled> = (title, run, service = 'shared') =>
      it(title, async (test) => {
        const studio = service === 'shared' ? shared : await shared.killable(await settingsBeside(engine, stage));
        try {
          const scene = await StudioScene.open(studio, stage);
          try {
            await run(scene, test);
            scene.isWithoutErrors();
          } finally {
            await scene.close();
          }
        } finally {
          if (studio !== shared) await studio.close();
        }
      });
    describe('each in a scene of its own', { concurrency: SCENES_AT_ONCE }, () => define(inScene));
  });
}

/** A group of cases, whose titles begin with what they are about. */
export function about<Filled>(what: string, define: Case<Filled>): Case<Filled> {
  return (title, ...given) => define(`${what}: ${title}`, ...given);
}

/** What a service beside that of the suite starts with: a database of its own. */
async function settingsBeside(engine: TestEngine, { env = {} }: Stage<unknown>) {
  const database = await engine.freshDatabaseConfig();
  return { engine: { databaseConfig: () => database }, env };
}

/** An account, its space `given` with what is `filled` into it, and browsers at the address of the service. */
export class StudioScene<Filled = unknown> {
  readonly studio: Studio;
  readonly given: Scene;
  readonly filled: Filled;
  /** Address of the service, as browsers know it. */
  readonly url: string;
  readonly #options: BrowserContextOptions;
  readonly #proxy: SlowProxy | null;
  readonly #contexts: BrowserContext[] = [];
  readonly #errors: string[] = [];
  #colleague: Promise<Member> | undefined;
  #own: Promise<BrowserContext> | undefined;

  private constructor(parts: {
    readonly studio: Studio;
    readonly given: Scene;
    readonly filled: Filled;
    readonly options: BrowserContextOptions;
    readonly proxy: SlowProxy | null;
  }) {
    this.studio = parts.studio;
    this.given = parts.given;
    this.filled = parts.filled;
    this.url = parts.proxy?.url ?? parts.studio.url;
    this.#options = parts.options;
    this.#proxy = parts.proxy;
  }

  /** Sets a scene. Whoever opens one closes it. */
  static async open<Filled>(studio: Studio, stage: Stage<Filled>): Promise<StudioScene<Filled>> {
    const place = await given(studio.url);
    const filled = await stage.fill(place);
    const proxy = stage.isProxied ? await startSlowProxy(studio.url) : null;
    return new StudioScene({ studio, given: place, filled, options: stage.options ?? {}, proxy });
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#proxy?.close();
  }

  /** Between browsers and the service. */
  get proxy(): SlowProxy {
    return this.#proxy ?? assert.fail('The stage is not proxied.');
  }

  /** An editor of the account, the same at each call. */
  colleague(): Promise<Member> {
    this.#colleague ??= joinAs(this.given.member, 'editor');
    return this.#colleague;
  }

  /** A browser that was never here. Time in its pages passes as usual, and faster where a case lets it. */
  async visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.#watched(await this.studio.visitor({ ...this.#options, ...options }));
  }

  /** A browser in which a person is logged in: the owner unless another is given. */
  async logIn(
    person: Pick<Member, 'email'> = this.given.member,
    options: BrowserContextOptions = {},
  ): Promise<BrowserContext> {
    return this.#watched(await this.studio.logIn(person, { ...this.#options, ...options }, this.url));
  }

  async #watched(context: BrowserContext): Promise<BrowserContext> {
    this.#contexts.push(context);
    context.on('weberror', (error) => void this.#errors.push(String(error.error().stack)));
    await context.clock.install();
    return context;
  }

  /** Fails where something was thrown in a page that nobody caught. */
  isWithoutErrors(): void {
    assert.deepEqual(this.#errors, []);
  }

  /** A new page of Studio in a browser, or in one of the owner. @param path behind `/studio` */
  async show(path: string, by?: BrowserContext): Promise<Page> {
    this.#own ??= by === undefined ? this.logIn() : undefined;
    const page = await (by ?? (await (this.#own as Promise<BrowserContext>))).newPage();
    await page.goto(`${this.url}/studio${path}`);
    return page;
  }

  /** A new page of Studio in a new browser of somebody. @param path behind `/studio` */
  async showTo(person: Pick<Member, 'email'>, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    return this.show(path, await this.logIn(person, options));
  }

  /** Path of the space in Studio, behind `/studio`. */
  get path(): string {
    return `/spaces/${this.given.spaceId}/master`;
  }

  /** Address of the screen of an entry, by key; `new?type=article` for one still to be written. */
  address(key: string): string {
    return `${this.url}/studio${this.path}/content/${key}`;
  }

  /** The screen of an entry. @param key with what stands behind it in the address */
  async showEntry(key: string, by?: BrowserContext): Promise<Page> {
    const page = await this.show(`${this.path}/content/${key}`, by);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Writes an entry past Studio. */
  write(contentType: string, key: string, fields: Record<string, unknown>): Promise<ApiResponse> {
    return this.given.owner.post(`${this.given.base}/entries`, { content_type_id: contentType, key, fields }, 201);
  }

  /** Changes an entry past Studio. */
  change(key: string, fields: Record<string, unknown>): Promise<ApiResponse> {
    return this.given.owner.patch(`${this.given.base}/entries/${key}`, { fields }, 200);
  }

  /** An entry as the service holds it. */
  stored(key: string): Promise<ApiResponse> {
    return this.given.owner.get(`${this.given.base}/entries/${key}`, 200);
  }

  /** Ends all sessions of a person, as a change of the password does. */
  async endSessions(person: Pick<Member, 'email'>): Promise<void> {
    await new Actor(this.studio.url, await this.studio.sessionOf(person)).delete('/auth/sessions', 204);
  }
}
