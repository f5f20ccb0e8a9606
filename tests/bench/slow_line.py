"""slow_line — a TCP relay on loopback that delivers each byte MS / 2 milliseconds later, in both directions: slow_line.py PORT TO_PORT MS."""
import asyncio
import sys

HERE, TO, DELAY = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) / 2000


async def pass_on(reader, writer):
    """Delivers in order: each piece has a time of its own."""
    queue = asyncio.Queue()

    async def deliver():
        while (item := await queue.get()) is not None:
            at, piece = item
            await asyncio.sleep(max(0, at - asyncio.get_running_loop().time()))
            writer.write(piece)
            await writer.drain()
        writer.close()

    task = asyncio.ensure_future(deliver())
    while piece := await reader.read(1 << 16):
        queue.put_nowait((asyncio.get_running_loop().time() + DELAY, piece))
    queue.put_nowait(None)
    await task


async def serve(reader, writer):
    try:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", TO)
        await asyncio.gather(pass_on(reader, far_writer), pass_on(far_reader, writer))
    except ConnectionError:
        pass


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", HERE)
    await server.serve_forever()


asyncio.run(main())
