/**
 * Random models pushed onto random models with content, on the service and on a small reference. The plan names what is lost, and nothing
 * else; what is refused changes nothing; afterwards the model is the one that was pushed, and every value of a field that stays is there.
 * `PUSH_RUNS` and `PUSH_STEPS` make a run longer.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { unique } from '../../../../testing/src/oracle/merge.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { Random } from '../../reading/consistency/random.ts';
import {
  type Block,
  blocksSeen,
  DEFAULT,
  declarationOf,
  modelShown,
  nextTypes,
  type PushedEntry,
  type PushedField,
  type PushedType,
  type PushedTypes,
  seenOf,
  shownValues,
  someValue,
  someValues,
  type Values,
} from './pushed-world.ts';

const RUNS = Number(process.env.PUSH_RUNS ?? 5);
const STEPS = Number(process.env.PUSH_STEPS ?? 8);
const WRITES = 10;

onEachEngine('pushing models', (stage) => {
  it(`keeps what stays and names what goes, in ${RUNS} × ${STEPS} pushes (seed ${SEED})`, {
    timeout: 3_600_000,
  }, async (context) => {
    const seen = { pushed: 0, losing: 0, refused: 0 };
    for (let run = 0; run < RUNS; run++) {
      const world = new World(
        await given(stage.url, { locales: ['de'] }),
        new Random(SEED + run),
        `seed ${SEED}, run ${run}`,
      );
      for (let step = 0; step < STEPS; step++) {
        world.at = `seed ${SEED}, run ${run}, step ${step}`;
        await world.push(seen);
        for (let write = 0; write < WRITES; write++) await world.write();
        await world.compare();
      }
    }
    context.diagnostic(JSON.stringify(seen));
  });
});

class World {
  /** Where the run is, for messages. */
  at: string;
  readonly #scene: Scene;
  readonly #random: Random;
  #types: PushedTypes = {};
  readonly #entries = new Map<string, PushedEntry>();

  constructor(scene: Scene, random: Random, at: string) {
    this.#scene = scene;
    this.#random = random;
    this.at = at;
  }

  /** Pushes a random model, in all the ways that are refused first. */
  async push(seen: { pushed: number; losing: number; refused: number }): Promise<void> {
    const next = nextTypes(this.#types, this.#random, (apiId) => this.#isInUse(apiId));
    if (this.#random.chance(0.3)) this.#makeConflict(next);
    await this.#refuse(this.#wrong(next), 422);
    const conflicts = this.#conflictsIn(next);
    const body = { content_types: declarationOf(next), delete_missing: true };
    const { plan, losses } = await this.#planned(body, next);
    assert.equal(plan.list('plan.refused').length > 0, conflicts.length > 0, this.#about(plan));
    if (losses.length > 0) {
      seen.losing += 1;
      const refused = await this.#refuse({ ...body, confirm_data_loss: losses.slice(1) }, 409);
      assert.deepEqual(refused.at('detail.data_loss'), losses.slice(0, 1), this.#about(refused));
    }
    if (conflicts.length > 0) {
      seen.refused += 1;
      const refused = await this.#refuse({ ...body, confirm_data_loss: losses }, 409);
      assert.equal(refused.at('detail.code'), 'conflict', this.#about(refused));
      for (const field of conflicts) field.unique = false;
    }
    const whole = { ...body, content_types: declarationOf(next), confirm_data_loss: losses };
    const pushed = await this.#post(whole);
    assert.equal(pushed.status, 200, this.#about(pushed, whole));
    seen.pushed += 1;
    this.#types = next;
    const again = await this.#post({ ...body, content_types: declarationOf(next) });
    assert.deepEqual(
      [again.status, again.at('applied'), again.at('plan.content_types')],
      [200, false, []],
      this.#about(again),
    );
    await this.#forgetUnkept();
    await this.compare();
  }

  /** Writes or publishes an entry, as far as the service takes it. */
  async write(): Promise<void> {
    const random = this.#random;
    const { owner, base } = this.#scene;
    const types = Object.entries(this.#types).filter(([, { kind }]) => kind === 'entry');
    const keys = [...this.#entries.keys()];
    const turn = random.unit();
    if (turn < 0.4 || keys.length === 0) {
      if (types.length === 0) return;
      const [apiId, type] = random.pick(types);
      const values = someValues(this.#types, type, random);
      const body = { content_type_id: apiId, fields: shownValues(this.#types, type, values) };
      const key = unique();
      const made = await owner.put(`${base}/entries/${key}`, body);
      if (made.status === 201) this.#entries.set(key, { type: apiId, values, published: null });
      else assert.ok([409, 422].includes(made.status), this.#about(made, body));
      return;
    }
    const key = random.pick(keys);
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    if (turn < 0.8) {
      const published = await owner.post(`${base}/entries/${key}/publish`);
      if (published.status === 200) entry.published = structuredClone(entry.values);
      return;
    }
    await this.#edit(key, entry);
  }

  async #edit(key: string, entry: PushedEntry): Promise<void> {
    const { owner, base } = this.#scene;
    const fields = this.#types[entry.type]?.fields.filter(({ type }) => type !== 'blocks') ?? [];
    if (fields.length === 0) return;
    const field = this.#random.pick(fields);
    const value = someValue(this.#types, field, this.#random);
    const body = { fields: { [field.id]: { [DEFAULT]: value } } };
    const patched = await owner.patch(`${base}/entries/${key}`, body);
    if (patched.status === 200) entry.values[field.uid] = { ...entry.values[field.uid], [DEFAULT]: value };
  }

  /** Fails unless model, drafts and what readers see are what the reference says. */
  async compare(): Promise<void> {
    const { owner, base, delivery, read } = this.#scene;
    const model = (await owner.get(`${base}/model`, 200)).json as { content_types: Declared[] };
    assert.deepEqual(modelRead(model.content_types), modelShown(this.#types), this.at);
    const drafts = (await owner.get(`${base}/entries?limit=1000`, 200)).json as Listed;
    const shown = (of: (entry: PushedEntry) => Values | null) =>
      Object.fromEntries(
        [...this.#entries].flatMap(([key, entry]) => {
          const values = of(entry);
          return values === null ? [] : [[key, shownValues(this.#types, this.#types[entry.type], values)]];
        }),
      );
    assert.deepEqual(
      byKey(drafts),
      shown(({ values }) => values),
      this.at,
    );
    const published = (await delivery.get(`${read}/entries?locale=*&limit=1000&include=0`, 200)).json as Listed;
    assert.deepEqual(
      byKey(published),
      shown(({ published }) => published),
      this.at,
    );
  }

  /** @returns the plan of a dry run, and the names of the fields that lose values */
  async #planned(body: object, next: PushedTypes): Promise<{ plan: ApiResponse; losses: string[] }> {
    const before = await this.#state();
    const plan = await this.#post({ ...body, dry_run: true });
    assert.equal(plan.status, 200, this.#about(plan, body));
    const losses = plan.list('plan.data_loss').map(String);
    const { seen, stored } = this.#lossesOf(next);
    const hidden = hiddenIn(plan);
    assert.deepEqual([...hidden.keys()].sort(), losses.toSorted(), this.#about(plan, body));
    for (const name of new Set([...losses, ...seen.keys()])) {
      const [least, most] = [seen.get(name)?.size ?? 0, stored.get(name)?.size ?? 0];
      const entries = hidden.get(name) ?? 0;
      const words = `${name}: ${entries} entries, of ${least} to ${most}`;
      assert.ok(entries >= least && entries <= most && entries > 0, `${words}: ${this.#about(plan, body)}`);
    }
    assert.equal(await this.#state(), before, this.at);
    return { plan, losses };
  }

  async #refuse(body: object, status: number): Promise<ApiResponse> {
    const before = await this.#state();
    const refused = await this.#post(body);
    assert.equal(refused.status, status, this.#about(refused, body));
    assert.equal(await this.#state(), before, `nothing changes: ${this.#about(refused, body)}`);
    return refused;
  }

  /** The model with a fault in it. */
  #wrong(next: PushedTypes): object {
    const types = declarationOf(next);
    const [first = { api_id: 'x', name: 'X', fields: [] }, ...rest] = types.toSorted(() => this.#random.unit() - 0.5);
    const fault = this.#random.pick([
      { display_field: 'nowhere' },
      { fields: [{ id: 'x', type: 'colour' }] },
      { fields: [{ id: 'x', type: 'blocks', components: ['nowhere'] }] },
      {
        fields: [
          { id: 'x', type: 'string' },
          { id: 'x', type: 'string' },
        ],
      },
      { name: '' },
    ]);
    return { content_types: [...rest, { ...first, ...fault }] };
  }

  #post(body: object): Promise<ApiResponse> {
    return this.#scene.owner.post(`${this.#scene.base}/model`, body);
  }

  /** Everything that a push could change. */
  async #state(): Promise<string> {
    const { owner, base, delivery, read } = this.#scene;
    const answers = [
      await owner.get(`${base}/content-types?limit=1000`, 200),
      await owner.get(`${base}/entries?limit=1000`, 200),
      await delivery.get(`${read}/entries?locale=*&limit=1000&include=0`, 200),
    ];
    return answers.map(({ text }) => text).join('\n');
  }

  #isInUse(apiId: string): boolean {
    const isNamed = Object.values(this.#types).some(({ fields, hidden }) =>
      [...fields, ...hidden].some(({ components }) => components.includes(apiId)),
    );
    return isNamed || [...this.#entries.values()].some(({ type }) => type === apiId);
  }

  /** The entries of which fields lose values that are seen, and all of which something is stored that the change takes away. */
  #lossesOf(next: PushedTypes): { seen: Losses; stored: Losses } {
    const [seen, stored]: [Losses, Losses] = [new Map(), new Map()];
    const note = (losses: Losses, name: string, key: string) =>
      losses.set(name, (losses.get(name) ?? new Set()).add(key));
    for (const [apiId, type] of Object.entries(this.#types))
      for (const field of type.fields) {
        const after = next[apiId]?.fields.find(({ uid }) => uid === field.uid);
        const name = `${apiId}.${field.id}`;
        for (const { key, values, isSeen } of this.#holdersOf(apiId, type)) {
          if (isLost(this.#types, field, after, values)) note(stored, name, key);
          if (isSeen && isLost(this.#types, field, after, { [field.uid]: visible(field, values) }))
            note(seen, name, key);
        }
      }
    return { seen, stored };
  }

  /** All values of a type: of its entries, drafts and published, or of the blocks of it anywhere. */
  *#holdersOf(apiId: string, type: PushedType): Generator<{ key: string; values: Values; isSeen: boolean }> {
    for (const [key, entry] of this.#entries)
      for (const values of [entry.values, ...(entry.published === null ? [] : [entry.published])]) {
        if (entry.type === apiId) yield { key, values, isSeen: true };
        const holder = this.#types[entry.type];
        const holding = [...(holder?.fields ?? []), ...(holder?.hidden ?? [])].filter(({ type }) => type === 'blocks');
        for (const field of holding) {
          const blocks = Object.values(values[field.uid] ?? {}).flat() as Block[];
          const isShown = holder?.fields.includes(field) === true;
          const shown = new Set(isShown ? blocksSeen(this.#types, field, blocks) : []);
          for (const block of blocks)
            if (block.uid === type.uid) yield { key, values: block.values, isSeen: shown.has(block) };
        }
      }
  }

  /** Fields of which two published entries would have one unique value. */
  #conflictsIn(next: PushedTypes): PushedField[] {
    return Object.entries(next).flatMap(([apiId, { fields }]) =>
      fields.filter((field) => {
        if (!field.unique) return false;
        const owners = new Map<string, string>();
        return [...this.#entries].some(([key, entry]) => {
          if (entry.type !== apiId) return false;
          return Object.entries(seenOf(next, field, entry.published ?? {})).some(([locale, value]) => {
            const name = JSON.stringify([locale, value]);
            const owner = owners.get(name) ?? key;
            owners.set(name, owner);
            return owner !== key;
          });
        });
      }),
    );
  }

  /** Makes a field unique of which two published entries have one value, if there is one: by chance that is rare. */
  #makeConflict(next: PushedTypes): void {
    for (const { kind, fields } of Object.values(next))
      for (const field of fields) {
        if (kind === 'component' || field.unique || !['string', 'integer'].includes(field.type)) continue;
        field.unique = true;
        if (this.#conflictsIn(next).includes(field)) return;
        field.unique = false;
      }
  }

  /** Fields that were left out while they had no values are not kept. */
  async #forgetUnkept(): Promise<void> {
    const { owner, base } = this.#scene;
    const { items } = (await owner.get(`${base}/content-types?limit=1000`, 200)).json as { items: WithHidden[] };
    for (const { api_id: apiId, hidden_fields: kept } of items) {
      const type = this.#types[apiId];
      if (type === undefined) continue;
      type.hidden = type.hidden.filter(({ id, type }) => kept.some((one) => one.id === id && one.type === type));
    }
  }

  #about(response: ApiResponse, body: object = {}): string {
    return `${this.at}: ${response} sent ${JSON.stringify(body)} with ${JSON.stringify(declarationOf(this.#types))}`;
  }
}

/** The keys of entries, by the name of a field. */
type Losses = Map<string, Set<string>>;
type Declared = Record<string, unknown> & { readonly fields: Record<string, unknown>[] };
type WithHidden = { readonly api_id: string; readonly hidden_fields: readonly { id: string; type: string }[] };
interface Listed {
  readonly items: readonly { readonly id: string; readonly fields: object }[];
}

function modelRead(types: readonly Declared[]): Record<string, unknown> {
  return Object.fromEntries(
    types.map(({ api_id, kind, name, display_field, fields }) => [
      api_id,
      {
        ...{ api_id, kind, name, display_field },
        fields: fields.map(({ former_ids: former = [], ...field }) => ({
          ...field,
          former: (former as string[]).toSorted(),
        })),
      },
    ]),
  );
}

function byKey({ items }: Listed): Record<string, object> {
  return Object.fromEntries(items.map(({ id, fields }) => [id.split('_')[2], fields]));
}

/** How many entries a plan says lose values of a field, by its name before the change. */
function hiddenIn(plan: ApiResponse): Map<string, number> {
  const types = plan.list('plan.content_types') as {
    readonly api_id: string;
    readonly fields: readonly { id: string; previous_id: string | null; hides: readonly { entries: number }[] }[];
  }[];
  return new Map(
    types.flatMap(({ api_id: apiId, fields }) =>
      fields
        .filter(({ hides }) => hides.length > 0)
        .map(({ id, previous_id: previous, hides }) => [
          `${apiId}.${previous ?? id}`,
          Math.max(...hides.map(({ entries }) => entries)),
        ]),
    ),
  );
}

/** The part of the values of a field that is seen in some locale. */
function visible(field: PushedField, values: Values): Record<string, unknown> {
  const all = Object.entries(values[field.uid] ?? {});
  return Object.fromEntries(all.filter(([locale]) => field.localized || locale === DEFAULT));
}

/** Whether values of a field are hidden by a change. @param after undefined where the field goes */
function isLost(types: PushedTypes, field: PushedField, after: PushedField | undefined, values: Values): boolean {
  const own = values[field.uid] ?? {};
  const blocks = field.type === 'blocks' ? (Object.values(own).flat() as Block[]) : [];
  if (after === undefined) return field.type === 'blocks' ? blocks.length > 0 : Object.keys(own).length > 0;
  if (field.type === 'blocks')
    return (
      blocksSeen(types, field, blocks).length >
      blocksSeen(types, { ...field, components: after.components }, blocks).length
    );
  return field.localized && !after.localized && Object.keys(own).some((locale) => locale !== DEFAULT);
}
