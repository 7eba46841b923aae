// Packets of a broker that end the connection: the library can't handle them, or would keep them.
import type { MqttClient, Packet } from 'mqtt';

/** Ends the stream of a packet that lacks its id. The library can't answer it, so it gets another id. */
export const refuseWithoutId = (packet: Packet, stream: MqttClient['stream']): void => {
  if (packet.messageId === undefined || packet.messageId >= 0) return;
  packet.messageId = 0;
  stream.destroy(new Error('the broker sent a packet without its id'));
};

/** The quality of service of the subscriptions. A broker that sends messages of a higher one is broken: each would be kept. */
export const subscribedQos = 1;

/** At which quality of service a topic is subscribed to, and whether without the service's own messages (`nl`, in MQTT 5). */
export interface SubscriptionOptions {
  readonly qos: 0 | typeof subscribedQos;
  readonly nl?: boolean;
}

/** Ends the stream of a message of a higher quality of service. */
export const refuseHigherQos = (packet: Packet, stream: MqttClient['stream']): void => {
  if (packet.cmd !== 'publish' || packet.qos <= subscribedQos) return;
  packet.qos = 0;
  stream.destroy(new Error('the broker sent a message of QoS 2 to a subscription of QoS 1'));
};
