// A device or an address of a studio, as a search returns it.

/** What a record is. */
export const recordKinds = ['device', 'allowed_address', 'refused_caller'] as const;
type RecordKind = (typeof recordKinds)[number];

/** A device or an address of a studio. */
export interface StudioRecord {
  readonly kind: RecordKind;
  readonly studioId: string;
  readonly studioName: string;
  /** The id of a device; null for an address. */
  readonly id: string | null;
  /** The name of a device, or the address. */
  readonly name: string;
  /** The fixed address of a device, or the label of an allowed address; empty if there is none. */
  readonly detail: string;
}
