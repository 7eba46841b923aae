// The equipment and receivers behind the studio file, for its editors: they are found, chosen from templates, tested and shown.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { DeviceTemplate } from '../connections/device-template.js';
import type { FindEquipment, Search } from '../connections/discovery.js';
import type { Answer, TestedWebhook } from './answers.js';
import { listedMedia } from './listed-media.js';
import type { EquipmentRequest } from './requests.js';
import { equipmentState, type ShownEquipmentDeps } from '../connections/shown-equipment.js';
import { testedConnection, type ConnectionTest, type ConnectionTestDeps } from './tested-connection.js';
import { expandedFragment, shownTemplate, type SchemaOf } from './shown-templates.js';
import type { TryRecord } from './tried-record.js';
import type { TestWebhook } from '../webhooks/webhooks.js';

/** What editors need of the equipment. */
export interface EquipmentDeps extends ShownEquipmentDeps, ConnectionTestDeps {
  readonly find: FindEquipment;
  readonly templates: () => Promise<readonly DeviceTemplate[]>;
  readonly schemaOf: SchemaOf;
  readonly tryRecord: TryRecord;
  readonly testWebhook: TestWebhook;
  /** Makes the report that people attach to a question. */
  readonly report: () => Promise<object>;
}

/** What one editor does at a time. */
type Exclusive = 'search' | 'test' | 'list of clips';

/** The longest search, in milliseconds. */
const searchMs = 15_000;

const busyWith = (what: string): Failure =>
  failure('conflict', `another ${what} is under way: try again in some seconds`);

/** Answers what editors ask about equipment. Nothing of it waits for a save, and no save waits for it. */
export class Equipment {
  /** What ends that which is under way. */
  readonly #underWay = new Map<Exclusive, AbortController>();

  constructor(private readonly deps: EquipmentDeps) {}

  /** Answers a request of an editor with this name. */
  async ask(request: EquipmentRequest, editor: string): Promise<Answer> {
    const { templates, schemaOf, layout } = this.deps;
    switch (request.ask) {
      case 'state':
        return E.right(equipmentState(this.deps));
      case 'report':
        return E.right(await this.deps.report());
      case 'find':
        return this.#alone('search', async (signal) => E.right(await this.#find(request.host, signal)));
      case 'try':
        return this.deps.tryRecord(request, editor);
      case 'media':
        return this.#alone('list of clips', () => listedMedia(this.deps.table, layout(), request));
      case 'templates':
        return E.right({ templates: (await templates()).map((one) => shownTemplate(one, schemaOf)) });
      case 'expand':
        return expandedFragment(await templates(), request, layout());
    }
  }

  /** Tests a connection of a layout. */
  async test(
    layout: StudioLayout,
    connection: string,
    given: Pick<ConnectionTest, 'secrets' | 'entered'>,
  ): Promise<Answer> {
    const definition = layout.connections?.find(({ id }) => id === connection);
    if (definition === undefined) return E.left(failure('not_found', `there is no connection "${connection}"`));
    return this.#alone('test', async (signal) =>
      E.right(await testedConnection(this.deps, { layout, definition, ...given, signal })),
    );
  }

  /** Tests a webhook of a layout. `held` has its secret by its path, if the layout isn't saved yet. */
  async testWebhook(layout: StudioLayout, id: string, held: ReadonlyMap<string, string>): Promise<Answer> {
    const webhook = layout.webhooks?.find((one) => one.id === id);
    if (webhook === undefined) return E.left(failure('not_found', `there is no webhook "${id}"`));
    return this.#alone('test', async (signal) => {
      const { isDelivered, answer } = await this.deps.testWebhook(webhook, held, signal);
      return E.right({ accepted: isDelivered, seen: [answer] } satisfies TestedWebhook);
    });
  }

  /** Ends what is under way. */
  stop(): void {
    for (const controller of this.#underWay.values()) controller.abort();
  }

  async #find(host: string | undefined, signal: AbortSignal): Promise<Search> {
    const late = new AbortController();
    const cancel = this.deps.clock.after(searchMs, () => {
      late.abort();
    });
    try {
      return await this.deps.find(host, AbortSignal.any([signal, late.signal]));
    } finally {
      cancel();
    }
  }

  /** Does what the equipment is asked for by one editor at a time. */
  async #alone(what: Exclusive, task: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    if (this.#underWay.has(what)) return E.left(busyWith(what));
    const controller = new AbortController();
    this.#underWay.set(what, controller);
    try {
      return await task(controller.signal);
    } finally {
      this.#underWay.delete(what);
    }
  }
}
