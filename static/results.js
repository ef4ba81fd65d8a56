// The missing results of a round are counted while they are chosen, and wins without points.
document.addEventListener("input", () => {
	const missing = document.querySelector("#missing");
	const chosen = (game) => game.querySelector(":checked")?.value;
	const lacks = (game) => !chosen(game) || game.dataset.scored !== undefined && chosen(game) !== "draw" && !game.querySelector("[inputmode]").value.trim();
	const of = (row, wrong) => [...row.querySelectorAll(".known fieldset")].some(wrong);
	const open = [...document.querySelectorAll(".result-row")].filter((row) => row.dataset.over === undefined && of(row, lacks) && ![...row.querySelectorAll("select")].some(({ value }) => value) && !row.querySelector("[name^=accept]:checked"));
	if (!missing) return;
	missing.textContent = missing.dataset.counts.split("|")[open.length];
	if (open.length && open.every((row) => !of(row, (game) => !chosen(game)))) missing.textContent = missing.dataset.points.replace("%", open.map((row) => row.dataset.board).join(", "));
});
