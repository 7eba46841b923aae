// Follows a list of definitions with what was opened for each of them, such as connections to devices.

interface Identified {
  readonly id: string;
}

/** How things are opened and closed. */
export interface Reconciling<Definition, Opened> {
  readonly open: (definition: Definition) => Opened;
  /** Whether an open thing still serves a definition. It may take over what differs without being opened again. */
  readonly serves: (opened: Opened, definition: Definition) => boolean;
  readonly close: (opened: Opened) => void;
}

/** Closes what no definition needs any more, keeps what serves its definition, and then opens what is missing. */
export const reconcile = <Definition extends Identified, Opened>(
  opened: Map<string, Opened>,
  definitions: readonly Definition[],
  { open, serves, close }: Reconciling<Definition, Opened>,
): void => {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  for (const [id, one] of [...opened]) {
    const definition = byId.get(id);
    if (definition !== undefined && serves(one, definition)) continue;
    opened.delete(id);
    close(one);
  }
  for (const [id, definition] of byId) if (!opened.has(id)) opened.set(id, open(definition));
};
