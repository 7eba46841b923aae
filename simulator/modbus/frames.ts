// The frames of Modbus TCP, as the published protocol describes them (Modbus application protocol 1.1b3; Modbus messaging on
// TCP/IP 1.0b). Shares nothing with the driver.
import { Buffer } from 'node:buffer';

/** A request of a client. */
export interface ModbusRequest {
  readonly transaction: number;
  readonly unit: number;
  readonly code: number;
  readonly data: Buffer;
}

/** Function codes. */
export const functionCodes = { readCoils: 1, readDiscreteInputs: 2, writeSingleCoil: 5 } as const;

/** Exception codes. */
export const exceptions = {
  illegalFunction: 1,
  illegalDataAddress: 2,
  illegalDataValue: 3,
  serverDeviceFailure: 4,
} as const;

/** Length of the header up to the unit. */
const headerLength = 7;

/** The longest frame behind the length field: a unit, and a protocol data unit of 253 bytes. */
const maxLength = 254;

/** Takes the requests that are complete out of received bytes. Undefined if the bytes aren't Modbus TCP. */
export const takeRequests = (
  received: Buffer,
): { readonly requests: readonly ModbusRequest[]; readonly rest: Buffer } | undefined => {
  const requests: ModbusRequest[] = [];
  let rest = received;
  while (rest.length > headerLength) {
    const length = rest.readUInt16BE(4);
    if (rest.readUInt16BE(2) !== 0 || length < 2 || length > maxLength) return undefined;
    const end = 6 + length;
    if (rest.length < end) break;
    const data = rest.subarray(8, end);
    requests.push({ transaction: rest.readUInt16BE(0), unit: rest.readUInt8(6), code: rest.readUInt8(7), data });
    rest = rest.subarray(end);
  }
  return { requests, rest };
};

const frame = ({ transaction, unit }: ModbusRequest, code: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(data.length + 2, 4);
  header.writeUInt8(unit, 6);
  header.writeUInt8(code, 7);
  return Buffer.concat([header, data]);
};

/** Returns the response to a request. */
export const response = (request: ModbusRequest, data: Buffer): Buffer => frame(request, request.code, data);

/** Returns the exception that a request is answered with. */
export const exceptionResponse = (request: ModbusRequest, exception: number): Buffer =>
  frame(request, request.code + 0x80, Buffer.of(exception));

/** Packs bits as responses contain them: the first bit is the lowest of the first byte, after the number of bytes. */
export const packedBits = (bits: readonly boolean[]): Buffer => {
  const data = Buffer.alloc(1 + Math.ceil(bits.length / 8));
  data.writeUInt8(data.length - 1, 0);
  for (const [index, bit] of bits.entries())
    if (bit) data.writeUInt8(data.readUInt8(1 + (index >> 3)) | (1 << (index & 7)), 1 + (index >> 3));
  return data;
};
