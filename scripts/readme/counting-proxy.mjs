// Stands before a server and counts what is asked of it, whoever asks.
import { createServer, request } from "node:http";

/** Answers its address, `take()`, which answers reads and writes since the last time, and `close()`. */
export async function countingProxy(target) {
  let [reads, writes] = [0, 0];
  const server = createServer((asked, answer) => {
    if (asked.method === "GET" || asked.method === "HEAD") reads += 1;
    else writes += 1;
    const { method, headers } = asked;
    const passed = request(new URL(asked.url, target), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    passed.once("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    take() {
      const taken = { reads, writes };
      [reads, writes] = [0, 0];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
