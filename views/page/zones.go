package page

import (
	"slices"
	"strings"

	"hexclub/views/i18n"
)

// zones are the time zones to choose from, by region: a zone for each set of rules, and those of many capitals. Any other
// zone works too, if a device has it.
var zones = map[string]string{
	"Africa": "Abidjan Algiers Cairo Casablanca Johannesburg Khartoum Lagos Nairobi Tripoli Tunis Windhoek",
	"America": "Anchorage Argentina/Buenos_Aires Asuncion Bogota Caracas Cayenne Chicago Costa_Rica Denver Edmonton Guatemala Guayaquil Halifax Havana " +
		"La_Paz Lima Los_Angeles Manaus Martinique Mexico_City Miquelon Montevideo New_York Noronha Nuuk Panama Phoenix Port-au-Prince Puerto_Rico " +
		"Regina Santiago Santo_Domingo Sao_Paulo St_Johns Tijuana Toronto Vancouver Winnipeg",
	"Asia": "Almaty Amman Baghdad Baku Bangkok Beirut Colombo Damascus Dhaka Dubai Gaza Ho_Chi_Minh Hong_Kong Irkutsk Jakarta Jerusalem Kabul Kamchatka " +
		"Karachi Kathmandu Kolkata Krasnoyarsk Kuala_Lumpur Magadan Manila Novosibirsk Omsk Riyadh Seoul Shanghai Singapore Taipei Tashkent Tbilisi " +
		"Tehran Tokyo Ulaanbaatar Vladivostok Yakutsk Yangon Yekaterinburg Yerevan",
	"Atlantic":  "Azores Canary Cape_Verde Reykjavik",
	"Australia": "Adelaide Brisbane Darwin Hobart Lord_Howe Melbourne Perth Sydney",
	"Europe": "Amsterdam Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Chisinau Copenhagen Dublin Helsinki Istanbul Kaliningrad Kyiv " +
		"Lisbon Ljubljana London Luxembourg Madrid Minsk Moscow Oslo Paris Prague Riga Rome Samara Sarajevo Sofia Stockholm Tallinn Vienna Vilnius " +
		"Warsaw Zagreb Zurich",
	"Indian":  "Maldives Mauritius Reunion",
	"Pacific": "Apia Auckland Chatham Easter Fiji Galapagos Guadalcanal Guam Honolulu Kiritimati Marquesas Noumea Pago_Pago Port_Moresby Tahiti Tongatapu",
}

// UTC is the zone of a club without a setting.
const UTC = "UTC"

// ZoneNames returns the names of the time zones to choose from.
func ZoneNames() []string {
	names := []string{UTC}
	for region, cities := range zones {
		for city := range strings.FieldsSeq(cities) {
			names = append(names, region+"/"+city)
		}
	}
	slices.Sort(names)
	return names
}

// ZoneLabel returns the name of a time zone as pages show it.
func ZoneLabel(name string) string { return strings.ReplaceAll(name, "_", " ") }

// NewZoneField returns the field for a time zone. The first choice is an empty value with a label. The chosen zone and that
// of the device, which may be empty, are in the list too.
func NewZoneField(t *i18n.Catalog, first, chosen, device string) FormField {
	f := FormField{Name: "zone", Label: t.T("zone.title"), Options: []Choose{{Value: "", Label: first, Chosen: chosen == ""}}}
	names := ZoneNames()
	for _, name := range []string{chosen, device} {
		if name != "" && name != first && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.DeleteFunc(names, func(name string) bool { return name == first }) {
		f.Options = append(f.Options, Choose{Value: name, Label: ZoneLabel(name), Chosen: name == chosen})
	}
	return f
}
