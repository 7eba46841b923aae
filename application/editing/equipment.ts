// The equipment behind the studio file, for its editors: it is found, chosen from templates, and shown as it is.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { DeviceTemplate } from '../connections/device-template.js';
import type { FindEquipment } from '../connections/discovery.js';
import type { Clock } from '../ports/clock.js';
import type { Answer } from './answers.js';
import type { EquipmentRequest } from './requests.js';
import { equipmentState, type ShownEquipmentDeps } from './shown-equipment.js';
import { expandedFragment, shownTemplate, type SchemaOf } from './shown-templates.js';

/** What editors need of the equipment. */
export interface EquipmentDeps extends ShownEquipmentDeps {
  readonly find: FindEquipment;
  readonly templates: () => Promise<readonly DeviceTemplate[]>;
  readonly schemaOf: SchemaOf;
  readonly clock: Clock;
}

/** The longest search, in milliseconds. */
const searchMs = 15_000;

const busy = failure('conflict', 'another search is under way: it ends within 15 s');

/** Answers what editors ask about equipment. Nothing of it waits for a save, and no save waits for it. */
export class Equipment {
  /** Ends the search that is under way. */
  #search: AbortController | undefined;

  constructor(private readonly deps: EquipmentDeps) {}

  /** Answers a request. */
  async ask(request: EquipmentRequest): Promise<Answer> {
    const { templates, schemaOf, layout } = this.deps;
    switch (request.ask) {
      case 'state':
        return E.right(equipmentState(this.deps));
      case 'find':
        return this.#find(request.host);
      case 'templates':
        return E.right({ templates: (await templates()).map((one) => shownTemplate(one, schemaOf)) });
      case 'expand':
        return expandedFragment(await templates(), request, layout());
    }
  }

  /** Ends what is under way. */
  stop(): void {
    this.#search?.abort();
  }

  async #find(host: string | undefined): Promise<Answer> {
    if (this.#search !== undefined) return E.left(busy);
    const search = new AbortController();
    this.#search = search;
    const cancel = this.deps.clock.after(searchMs, () => {
      search.abort();
    });
    try {
      return E.right(await this.deps.find(host, search.signal));
    } finally {
      cancel();
      this.#search = undefined;
    }
  }
}
