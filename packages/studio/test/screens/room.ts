/** What the cases of the screens share: a service with a filled space, a browser of its owner, and a colleague. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { TestEngine } from '../../../server/test/harness/engines.ts';
import { REACHES_HOME } from '../../../server/test/identity/sso-stage.ts';
import { joinAs, type Member } from '../../../server/test/scene.ts';
import { type FilledSpace, fillSpace } from '../harness/filled-space.ts';
import { Studio } from '../harness/studio.ts';

export class Room {
  readonly studio: Studio;
  readonly filled: FilledSpace;
  /** An editor of the account. */
  readonly colleague: Member;
  readonly #context: BrowserContext;
  /** That a case has left to the next. */
  #page: Page | null = null;

  private constructor(studio: Studio, filled: FilledSpace, colleague: Member, context: BrowserContext) {
    this.studio = studio;
    this.filled = filled;
    this.colleague = colleague;
    this.#context = context;
  }

  static async open(engine: TestEngine): Promise<Room> {
    const studio = await Studio.open({ engine, env: REACHES_HOME });
    const filled = await fillSpace(studio.url);
    const colleague = await joinAs(filled.scene.member, 'editor');
    return new Room(studio, filled, colleague, await studio.logIn(filled.scene.member));
  }

  close(): Promise<void> {
    return this.studio.close();
  }

  /** A page of the owner, which goes back by `leave`. @param path behind `/studio` */
  async show(path: string): Promise<Page> {
    const page = this.#page ?? (await this.#context.newPage());
    this.#page = null;
    await page.goto(`${this.studio.url}/studio${path}`);
    return page;
  }

  /** Leaves a page of the owner to the next case: to start one costs twice as much as most cases. */
  async leave(page: Page): Promise<void> {
    await page.unrouteAll();
    this.#page = page;
  }

  /** A page of somebody else, in a browser of their own. */
  async showTo(person: Pick<Member, 'email'>, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    return this.studio.show(await this.studio.logIn(person, options), path);
  }
}
