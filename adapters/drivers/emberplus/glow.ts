// The tags of Glow, the types of Ember+ (Ember+ specification, "Glow DTD ASN.1 Notation"), as far as the driver uses them.
import { application, context, universal } from './ber.js';

/** Types of elements. */
export const types = {
  root: application(0),
  parameter: application(1),
  command: application(2),
  node: application(3),
  elements: application(4),
  enumEntry: application(7),
  enumMap: application(8),
  qualifiedParameter: application(9),
  qualifiedNode: application(10),
  rootElements: application(11),
  matrix: application(13),
  connection: application(16),
  qualifiedMatrix: application(17),
} as const;

/** Types of values. */
export const values = {
  boolean: universal(1),
  integer: universal(2),
  real: universal(9),
  text: universal(12),
  numbers: universal(13),
  sequence: universal(16),
  set: universal(17),
} as const;

/** The members of every element: its number or path, its properties, and its children. */
export const members = {
  number: context(0),
  contents: context(1),
  children: context(2),
  connections: context(5),
} as const;

/** The properties of a parameter. A node has the same identifier, and `nodeIsOnline`. */
export const properties = {
  identifier: context(0),
  value: context(2),
  nodeIsOnline: context(3),
  access: context(5),
  enumeration: context(7),
  isOnline: context(9),
  type: context(13),
  streamIdentifier: context(14),
  enumMap: context(15),
} as const;

/** The members of a matrix's connection. */
export const connectionMembers = {
  target: context(0),
  sources: context(1),
  operation: context(2),
  disposition: context(3),
} as const;
