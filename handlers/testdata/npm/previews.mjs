// Reads previews, a sitemap and robots.txt as search engines and programs that show links do. The input and the output
// are JSON: TestPreviews has their types.
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import ogs from "open-graph-scraper";
import robotsParser from "robots-parser";
import { ErrorLevel, XMLToSitemapItemStream } from "sitemap";

const { pages, sitemap, robots, asked } = await json(process.stdin);

const previews = {};
for (const [path, html] of Object.entries(pages)) {
	const { error, result } = await ogs({ html });
	previews[path] = error ? { error: result.error } : result;
}

const listed = await Readable.from([sitemap]).pipe(new XMLToSitemapItemStream({ level: ErrorLevel.THROW })).toArray();

const rules = robotsParser(new URL("/robots.txt", asked[0].url).href, robots);
const allowed = asked.map(({ url, agent }) => rules.isAllowed(url, agent));
process.stdout.write(JSON.stringify({ previews, listed, sitemaps: rules.getSitemaps(), allowed }));
