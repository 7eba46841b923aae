// What Mosquitto 2.0.11 and its clients sent to each other, recorded on the wire: `mosquitto_sub` with the client id `listener`
// and quality of service 1, and `mosquitto_pub` with the client id `sender`.

/** What one side sent, in hexadecimal digits. */
export interface Exchange {
  readonly connection: 'sender 1' | 'listener' | 'sender 2' | 'sender 3';
  readonly client?: string;
  readonly broker?: string;
}

const connack5 = '200900000622000a210014';
const sender5 = '101600044d5154540502003c03210014000673656e646572';
const connack4 = '20020000';
const sender4 = '101200044d5154540402003c000673656e646572';

/** The recordings, by the version of the protocol. */
export const transcripts: Readonly<Record<'v5' | 'v3.1.1', readonly Exchange[]>> = {
  v5: [
    { connection: 'sender 1', client: sender5 },
    { connection: 'sender 1', broker: connack5 },
    // A retained OFF, and the reason code 0x10: no matching subscribers.
    { connection: 'sender 1', client: '3318001073747564696f2f6f6e652f73746174650001004f4646' },
    { connection: 'sender 1', broker: '4003000110' },
    { connection: 'listener', client: '101800044d5154540502003c0321001400086c697374656e6572' },
    { connection: 'listener', broker: connack5 },
    {
      connection: 'listener',
      client: '822a000100001073747564696f2f6f6e652f737461746501001173747564696f2f6f6e652f73746174757301',
    },
    { connection: 'listener', broker: '90050001000101' },
    { connection: 'listener', broker: '3318001073747564696f2f6f6e652f73746174650001004f4646' },
    { connection: 'listener', client: '40020001' },
    { connection: 'sender 2', client: sender5 },
    { connection: 'sender 2', broker: connack5 },
    { connection: 'sender 2', client: '3217001073747564696f2f6f6e652f73746174650001004f4e' },
    { connection: 'listener', broker: '3217001073747564696f2f6f6e652f73746174650002004f4e' },
    { connection: 'sender 2', broker: '40020001' },
    { connection: 'sender 3', client: sender5 },
    { connection: 'sender 3', broker: connack5 },
    { connection: 'sender 3', client: '3214000d73747564696f2f6e6f626f64790001004f4e' },
    { connection: 'sender 3', broker: '4003000110' },
  ],
  'v3.1.1': [
    { connection: 'sender 1', client: sender4 },
    { connection: 'sender 1', broker: connack4 },
    { connection: 'sender 1', client: '3317001073747564696f2f6f6e652f737461746500014f4646' },
    { connection: 'sender 1', broker: '40020001' },
    { connection: 'listener', client: '101400044d5154540402003c00086c697374656e6572' },
    { connection: 'listener', broker: connack4 },
    {
      connection: 'listener',
      client: '82290001001073747564696f2f6f6e652f737461746501001173747564696f2f6f6e652f73746174757301',
    },
    { connection: 'listener', broker: '900400010101' },
    { connection: 'listener', broker: '3317001073747564696f2f6f6e652f737461746500014f4646' },
    { connection: 'listener', client: '40020001' },
    { connection: 'sender 2', client: sender4 },
    { connection: 'sender 2', broker: connack4 },
    { connection: 'sender 2', client: '3216001073747564696f2f6f6e652f737461746500014f4e' },
    { connection: 'listener', broker: '3216001073747564696f2f6f6e652f737461746500024f4e' },
    { connection: 'sender 2', broker: '40020001' },
    { connection: 'sender 3', client: sender4 },
    { connection: 'sender 3', broker: connack4 },
    { connection: 'sender 3', client: '3213000d73747564696f2f6e6f626f647900014f4e' },
    { connection: 'sender 3', broker: '40020001' },
  ],
};
